import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  homeSchema,
  type ImportProgress,
  type ImportState,
  withScheme,
} from '#content/contract/import-operations.ts';
import { progressInWords } from '#content/contract/in-words.ts';
import type { Person } from '#content/model/change-set.ts';
import { ContentError } from '#content/model/errors.ts';
import type { Imports } from '#content/service/importing/import-operations.ts';
import { ENCRIER, knownError, openContent } from '#content/service/open-content.ts';
import { authorOf } from '../auth/users.ts';
import { refuseHalfRestored, takeDataFolder } from '../data/data-folder.ts';
import { ExplainedError, explained } from '../data/explained.ts';
import { openState } from '../data/state.ts';
import type { Env } from '../env.ts';
import { openRepository } from '../open-repository.ts';
import { planLines, reportLines } from './plan-lines.ts';

const USAGE = [
  'Usage\u00a0: npm run import -- FICHIER OU DOSSIER… [--yes] [--publish] [--fetch-pictures] [--site=ADRESSE] [--take-changed] [--remove-starter]',
  '        npm run import -- --retry-pictures [--site=ADRESSE]',
  'Montre ce qui serait importé, et demande avant d’écrire. Le serveur doit être arrêté\u00a0; quand il tourne\u00a0: «\u00a0Réglages → Importer\u00a0».',
  '--yes              n’attend pas de réponse',
  '--publish          met en ligne ce qui l’était sur l’ancien site',
  '--fetch-pictures   demande à l’ancien site, et à ceux que les textes citent, les images que l’export n’a pas',
  '--site=ADRESSE     dit où est l’ancien site, pour ses images, quand l’export ne le dit pas',
  '--take-changed     reprend ce qui a changé là-bas depuis, si personne ne l’a modifié ici',
  '--remove-starter   retire les articles de démonstration que personne n’a modifiés',
  '--retry-pictures   sans fichier\u00a0: réessaie les images que le dernier import n’a pas pu prendre',
].join('\n');
const FLAGS: ReadonlySet<string> = new Set([
  '--yes',
  '--publish',
  '--fetch-pictures',
  '--take-changed',
  '--remove-starter',
]);
const SITE = '--site=';
const RETRY = '--retry-pictures';
/** How often a line says how far it is, in milliseconds. */
const TOLD_MS = 5000;

export interface ImportCommand {
  /** What follows the command's name. */
  readonly words: readonly string[];
  readonly env: () => Env;
  /** The folder of package.json. */
  readonly root: string;
  readonly say: (line: string) => void;
  /** Whether a person says yes; null where nobody can be asked. */
  readonly confirm: (question: string) => Promise<boolean | null>;
  /** Stops it after the article it is at. */
  readonly signal: AbortSignal;
}

/** An old blog from its files, for an operator. Answers the exit code; explains itself in French. */
export async function importCommand(command: ImportCommand): Promise<number> {
  const { words, say } = command;
  const files = words.filter((word) => !word.startsWith('--'));
  const flags = new Set(words.filter((word) => word.startsWith('--')));
  const retries = files.length === 0 && flags.delete(RETRY);
  const sites = [...flags].filter((flag) => flag.startsWith(SITE));
  const home = homeSchema.optional().safeParse(sites.map((flag) => withScheme(flag.slice(SITE.length)))[0]);
  const isKnown = [...flags].every((flag) => sites.includes(flag) || (!retries && FLAGS.has(flag)));
  if (!isKnown || !home.success || (files.length === 0 && !retries)) {
    say(USAGE);
    return 2;
  }
  return explained(say, async () => {
    for (const file of files) await requireThere(file);
    const work = (opened: Opened) =>
      retries
        ? retryPictures(command, opened, home.data)
        : run(command, { files, flags, home: home.data, ...opened });
    return withImports(command, work).catch((error: unknown) => {
      throw knownError(error) ?? error;
    });
  });
}

async function requireThere(file: string): Promise<void> {
  await stat(file).catch(() => {
    throw new ContentError('not-found', { what: `Le fichier «\u00a0${file}\u00a0»` });
  });
}

interface Opened {
  readonly imports: Imports;
  /** In whose name it is committed. */
  readonly author: Person;
}

/** Opens the content of DATA_DIR for this process alone, and closes it in any case. */
async function withImports(
  { env: readEnv, root, say }: ImportCommand,
  work: (opened: Opened) => Promise<number>,
): Promise<number> {
  const env = readEnv();
  if (env.role === 'reader')
    throw new ExplainedError(
      'Ce serveur ne fait que suivre un autre dépôt\u00a0: importez sur celui de l’auteur.',
    );
  await refuseHalfRestored(env.dataDir);
  await requireSite(env.dataDir);
  const data = await takeDataFolder(env.dataDir);
  try {
    if (data.refusal !== null) throw data.refusal.error;
    const author = await firstAdministrator(env.dataDir, say);
    const { cacheDir } = data;
    const starterFolder = join(root, 'content/starter');
    const opened = await openRepository({ env, data, starterFolder, clone: null });
    const { repository, pending, readOnly } = opened;
    for (const sentence of opened.repaired) say(sentence);
    const origin = env.publicOrigin ?? `http://localhost:${env.port}`;
    const onError = (error: unknown) => console.error(error);
    const content = openContent({
      repository,
      pending,
      readOnly,
      cacheDir,
      isKept: true,
      origin,
      markdownWorker: pathToFileURL(join(root, 'dist/server/markdown-worker.js')),
      search: () => null,
      remote: null,
      asksPast: false,
      onShown: () => undefined,
      onError,
    });
    try {
      await content.open();
      const { imports } = await content.service({
        origin,
        publishing: 'by-saving',
        starterFolder,
        imports: { importsDir: join(env.dataDir, 'imports'), exportWorker: null, say, onError },
      });
      try {
        return await work({ imports, author });
      } finally {
        await imports.close();
      }
    } finally {
      await content.close();
      repository.close();
    }
  } finally {
    await data.release();
  }
}

/** A first start is the server's: it may have to copy a repository that it follows. */
async function requireSite(dataDir: string): Promise<void> {
  const isThere = await stat(join(dataDir, 'content.git')).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (!isThere)
    throw new ExplainedError(
      `Le dossier ${dataDir} (DATA_DIR) n’a pas encore de site\u00a0: démarrez d’abord le serveur une fois, puis arrêtez-le.`,
    );
}

/** In whose name an operator imports: the first administrator's; Encrier's while there is none. */
async function firstAdministrator(dataDir: string, say: (line: string) => void): Promise<Person> {
  const state = await openState({ dataDir, onError: () => undefined, say });
  try {
    const [first] = state.trouble() === null ? (await state.known()).users : [];
    return first === undefined ? ENCRIER : authorOf(first);
  } finally {
    state.close();
  }
}

interface Running extends Opened {
  readonly files: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly home: string | undefined;
}

async function run(command: ImportCommand, running: Running): Promise<number> {
  const { say, confirm } = command;
  const { imports, files, flags, home, author } = running;
  const { id } = await imports.fromPaths(files.map((file) => resolve(file)));
  const read = await followed(command, imports, id);
  if (read.plan === null || read.state !== 'planned') {
    await imports.handlers.deleteImport({ id }, { author });
    say(read.reason ?? 'La lecture a été arrêtée\u00a0: rien n’est écrit.');
    return 1;
  }
  const noted = await imports.handlers.listImportTexts({ id, only: 'noted', offset: 0 }, { author });
  for (const line of planLines(read.plan, noted)) say(line);
  if (!flags.has('--yes') && (await confirm('Importer\u00a0?')) !== true) {
    await imports.handlers.deleteImport({ id }, { author });
    say('Rien n’est écrit. (Sans terminal\u00a0: relancez avec --yes.)');
    return 1;
  }
  const chosen = {
    id,
    home,
    fetchesPictures: flags.has('--fetch-pictures'),
    takesChanged: flags.has('--take-changed'),
    removesStarter: flags.has('--remove-starter'),
  };
  await imports.handlers.startImport(chosen, { author });
  let ended = await followed(command, imports, id);
  if (ended.state === 'done' && flags.has('--publish')) {
    await imports.handlers.publishImport({ id }, { author });
    ended = await followed(command, imports, id);
  }
  for (const line of reportLines(ended)) say(line);
  const isWhole = flags.has('--publish') ? ended.state === 'published' : ended.state === 'done';
  return isWhole ? 0 : 1;
}

/** Of the newest import that lacks pictures. */
async function retryPictures(
  command: ImportCommand,
  { imports, author }: Opened,
  home: string | undefined,
): Promise<number> {
  const { say } = command;
  const known = await imports.handlers.listImports({}, { author });
  const lacking = known.find(
    ({ state, report }) =>
      (state === 'done' || state === 'published') && (report?.failedPictures.length ?? 0) > 0,
  );
  if (lacking === undefined) {
    say('Aucune image ne manque à un import terminé.');
    return 0;
  }
  await imports.handlers.retryImportPictures({ id: lacking.id, home }, { author });
  const ended = await followed(command, imports, lacking.id);
  for (const line of reportLines(ended)) say(line);
  return ended.report?.failedPictures.length === 0 ? 0 : 1;
}

/** How an import stands once nothing is done for it any more; says meanwhile how far it is. */
async function followed({ say, signal }: ImportCommand, imports: Imports, id: string): Promise<ImportState> {
  // What goes wrong with either is the import's own end, told below.
  const stop = () => void imports.handlers.stopImport({ id }, { author: ENCRIER }).catch(() => undefined);
  const tell = setInterval(() => {
    imports.state(id).then(
      ({ progress }) => {
        if (progress !== null) say(progressLine(progress));
      },
      () => undefined,
    );
  }, TOLD_MS);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    await imports.idle();
    return await imports.state(id);
  } finally {
    clearInterval(tell);
    signal.removeEventListener('abort', stop);
  }
}

function progressLine({ label, ...progress }: ImportProgress): string {
  const said = progressInWords(progress);
  return said === '' ? label : `${label}\u00a0: ${said}`;
}
