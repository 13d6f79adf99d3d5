import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { createOneAtATime } from '#content/git/concurrency.ts';
import { ifThere } from '#content/git/system-error.ts';
import {
  type ImportState,
  type importOperations,
  MAX_EXPORT_BYTES,
  type PlannedText,
} from '../../contract/import-operations.ts';
import type { Handlers } from '../../contract/operation.ts';
import { ContentError } from '../../model/errors.ts';
import type { ContentContext } from '../content-context.ts';
import type { CallContext } from '../workspace.ts';
import {
  createImportFolders,
  type ImportFolder,
  newImport,
  notFound,
  type StoredImport,
} from './import-folder.ts';
import type { ImportsOptions } from './import-job.ts';
import { createImportRuns, type ImportRuns } from './import-runs.ts';

/** How long what was sent and is not used is kept, in milliseconds. */
const KEPT_MS = 24 * 3600_000;
/** How often it is looked for, in milliseconds. */
const LOOK_EVERY_MS = 3600_000;
/** Articles of one answer of `listImportTexts`. */
const PER_PAGE = 100;

/** When something can be asked of an import, and what is said at another time. */
const WHEN = {
  read: {
    states: ['uploading', 'planned', 'refused'],
    reason: 'Cet import a déjà commencé\u00a0: pour relire l’export, faites-en un nouvel import.',
  },
  start: {
    states: ['planned', 'stopped'],
    reason: 'Il n’y a rien à importer\u00a0: lisez d’abord l’export, ou faites un nouvel import.',
  },
  retry: {
    states: ['done', 'published'],
    reason: 'Il n’y a pas d’image à réessayer\u00a0: l’import n’est pas fini, ou il a été annulé.',
  },
  publish: {
    states: ['done', 'published'],
    reason: 'Il n’y a rien à publier\u00a0: l’import n’est pas fini, ou il a été annulé.',
  },
  undo: {
    states: ['stopped', 'done', 'published'],
    reason: 'Il n’y a rien à annuler\u00a0: cet import n’a rien écrit, ou il a déjà été annulé.',
  },
} as const satisfies Record<
  string,
  { readonly states: readonly StoredImport['state'][]; readonly reason: string }
>;

type ImportHandlers = Handlers<typeof importOperations, CallContext>;

/** An old blog's articles, from the export to the reader (docs/product.md, Importing). */
export function createImports(context: ContentContext, options: ImportsOptions) {
  const folders = createImportFolders(options.importsDir ?? '', options.say);
  const runs = createImportRuns({ ...context, ...options });
  const { clock, requireWritable } = context.workspace;

  /** An import that is begun has no state for a moment: nobody is to take it for one that is over. */
  const oneAtATime = createOneAtATime();
  // At once, too: a program that is started often would never come to it.
  let removing = sweep().then(removeExpired).catch(options.onError);
  const timer = setInterval(() => {
    removing = removeExpired().catch(options.onError);
  }, LOOK_EVERY_MS);
  timer.unref();

  async function opened(id: string): Promise<ImportFolder> {
    if (options.importsDir === null) throw notFound();
    return folders.open(id);
  }

  async function begin(files: StoredImport['files'], paths: readonly string[] | null): Promise<ImportFolder> {
    requireWritable();
    await removeExpired();
    const createdAt = new Date(clock()).toISOString();
    const begun = { id: randomUUID(), createdAt, paths: paths && [...paths], files: [...files] };
    return oneAtATime(() => folders.create(newImport(begun)));
  }

  function sweep(): Promise<void> {
    return options.importsDir === null ? Promise.resolve() : folders.sweep();
  }

  /** What was sent and never used goes; what was used keeps its report. */
  function removeExpired(): Promise<void> {
    if (options.importsDir === null) return Promise.resolve();
    return oneAtATime(async () => {
      for (const folder of await folders.list()) {
        const stored = await folder.state.read();
        if (runs.active()?.id === folder.id || expiryOf(stored) === null) continue;
        if (clock() - Date.parse(stored.createdAt) > KEPT_MS) await folders.remove(folder.id);
      }
    });
  }

  async function acted(
    id: string,
    asked: keyof typeof WHEN | null,
    act: (folder: ImportFolder) => Promise<void>,
  ): Promise<ImportState> {
    requireWritable();
    const folder = await opened(id);
    if (asked !== null && runs.active() === null) {
      const { states, reason }: { readonly states: readonly string[]; readonly reason: string } = WHEN[asked];
      if (!states.includes((await folder.state.read()).state)) throw new ContentError('done', { reason });
    }
    await act(folder);
    return stateOf(folder, runs);
  }

  const handlers: ImportHandlers = {
    async listImports() {
      if (options.importsDir === null) return [];
      await removeExpired();
      const states = await Promise.all((await folders.list()).map((folder) => standingOf(folder, runs)));
      return states.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    },

    async createImport({ files }) {
      if (files.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_EXPORT_BYTES)
        throw new ContentError('too-large', { limit: '4 Go' });
      return stateOf(await begin(files, null), runs);
    },

    readImport: ({ id }) =>
      acted(id, 'read', async (folder) => {
        const { files } = await folder.state.read();
        const received = await folder.received();
        if (files.some(({ bytes }, index) => received[index] !== bytes))
          throw new ContentError('invalid', {
            path: '',
            reason: 'L’envoi n’est pas complet\u00a0: reprenez-le d’abord.',
          });
        runs.read(folder);
      }),

    getImport: async ({ id }) => stateOf(await opened(id), runs),

    async listImportTexts({ id, only, offset }) {
      const texts: PlannedText[] = [];
      let total = 0;
      const folder = await opened(id);
      if ((await folder.state.read()).plan === null) return { total, texts };
      for await (const text of folder.readTexts()) {
        if (only !== 'all' && !(only === 'noted' ? text.notes.length > 0 : text.fate === only)) continue;
        if (total >= offset && texts.length < PER_PAGE) texts.push(text);
        total += 1;
      }
      return { total, texts };
    },

    startImport: ({ id, ...chosen }, caller) =>
      acted(id, 'start', async (folder) => {
        await folder.state.change((now) => ({
          ...now,
          options: {
            fetchesPictures: chosen.fetchesPictures ?? now.options.fetchesPictures,
            takesChanged: chosen.takesChanged ?? now.options.takesChanged,
            removesStarter: chosen.removesStarter ?? now.options.removesStarter,
            home: chosen.home ?? now.options.home,
          },
        }));
        await runs.run(folder, caller);
      }),

    stopImport: ({ id }) => acted(id, null, (folder) => runs.stop(folder.id)),
    retryImportPictures: ({ id, home }, caller) =>
      acted(id, 'retry', async (folder) => {
        if ((await folder.state.read()).report.failedPictures.length === 0)
          throw new ContentError('done', { reason: 'Aucune image ne manque à cet import.' });
        if (home !== undefined)
          await folder.state.change((now) => ({ ...now, options: { ...now.options, home } }));
        await runs.retry(folder, caller);
      }),
    publishImport: ({ id }, caller) =>
      acted(id, 'publish', (folder) => {
        runs.publish(folder, caller);
        return Promise.resolve();
      }),
    undoImport: ({ id }, caller) => acted(id, 'undo', (folder) => runs.undo(folder, caller)),

    async deleteImport({ id }) {
      requireWritable();
      await opened(id);
      await runs.stop(id);
      await folders.remove(id);
    },
  };

  return {
    handlers,

    /** Begins an import of files or folders of this machine, which are read where they are. */
    async fromPaths(paths: readonly string[]): Promise<ImportState> {
      const files = await Promise.all(
        paths.map(async (path) => ({
          name: basename(path),
          bytes: await ifThere(
            stat(path).then((entry) => (entry.isFile() ? entry.size : 0)),
            0,
          ),
        })),
      );
      const folder = await begin(files, paths);
      runs.read(folder);
      return stateOf(folder, runs);
    },

    /** Where the next bytes of a file that is sent go; with how much of it is there. Throws ContentError 'not-found'. */
    async part(
      id: string,
      index: number,
    ): Promise<{ readonly path: string; readonly received: number; readonly bytes: number }> {
      requireWritable();
      const folder = await opened(id);
      const { files, state } = await folder.state.read();
      const [file, received] = [files[index], (await folder.received())[index]];
      if (file === undefined || received === undefined || state !== 'uploading') throw notFound();
      return { path: folder.filePath(index), received, bytes: file.bytes };
    },

    /** How an import stands. */
    state: async (id: string): Promise<ImportState> => stateOf(await opened(id), runs),

    /** Resolves once nothing is done in the background. */
    idle: runs.idle,

    async close(): Promise<void> {
      clearInterval(timer);
      await removing;
      await runs.close();
    },
  };
}

export type Imports = ReturnType<typeof createImports>;

/** When what was sent goes, in milliseconds since 1970; null where it is used. */
function expiryOf({ state, createdAt }: StoredImport): number | null {
  const isUnused = state === 'uploading' || state === 'planned' || state === 'refused';
  return isUnused ? Date.parse(createdAt) + KEPT_MS : null;
}

async function standingOf(folder: ImportFolder, runs: ImportRuns): Promise<Omit<ImportState, 'plan'>> {
  const stored = await folder.state.read();
  const active = runs.active();
  const running = active?.id === folder.id ? active : null;
  const received = await folder.received();
  const expires = expiryOf(stored);
  return {
    id: stored.id,
    siteTitle: stored.plan?.siteTitle ?? null,
    files: stored.files.map((file, index) => ({ ...file, received: received[index] ?? 0 })),
    state: running?.state ?? stored.state,
    reason: running === null ? stored.reason : null,
    progress: running?.progress ?? null,
    report: stored.plan === null ? null : stored.report,
    createdAt: stored.createdAt,
    expiresAt: expires === null ? null : new Date(expires).toISOString(),
  };
}

async function stateOf(folder: ImportFolder, runs: ImportRuns): Promise<ImportState> {
  const standing = await standingOf(folder, runs);
  const hasPlan = !['uploading', 'reading', 'refused'].includes(standing.state);
  return { ...standing, plan: hasPlan ? (await folder.state.read()).plan : null };
}
