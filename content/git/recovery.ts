import { access, constants, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { hasCode, ifSound } from '#content/model/errors.ts';
import type { Trouble } from '#content/model/trouble.ts';
import { configValue, parseConfig } from './config.ts';
import { ensureFolderDurably, writeFileDurably } from './durable-fs.ts';
import { runGit } from './git-program.ts';
import { listLeftovers, lockTroubles, removeStaleLocks, sweepTemporaries } from './leftovers.ts';
import { type DamagedObjects, repairDerivedFiles, setAsideDamagedObjects } from './objects/object-repair.ts';
import { createObjectStore } from './objects/objects.ts';
import { isPartial, PARTIAL } from './other-readings.ts';
import { gitWork } from './processes.ts';
import {
  isBranchSound,
  repairBranch,
  repairOtherRefs,
  repairPackedRefs,
  restoreMissingRefs,
} from './refs/ref-repair.ts';
import { setAsideLostEntries } from './refs/reflog.ts';
import { idIn, isRefName, resolveHead, symbolicTarget, WORK_BRANCH } from './refs/refs.ts';
import { DAMAGED_FOLDER } from './set-aside.ts';
import { ifThere, isSystemError } from './system-error.ts';

/** After which a temporary file of git's is swept though a git program may be at work. */
const HOUR = 60 * 60 * 1000;
/** docs/design.md, Refs and locks. */
const FOREIGN_LOCK_AGE = 10 * 1000;

export interface RepairOptions {
  readonly gitDir: string;
  readonly branch: string;
  /** {@link WORK_BRANCH} unless said otherwise. */
  readonly workBranch?: string;
  /** Whether this is a clone whose branch may not have arrived yet (ref-repair.ts); it has unless said otherwise. */
  readonly isBegun?: boolean;
  /** Locks of git unchanged for this long are stale, in milliseconds; ten seconds by default. */
  readonly foreignLockAgeMs?: number;
  /** Objects changed since then (milliseconds since 1970) are read whole; see object-repair.ts for the default. */
  readonly checkObjectsSince?: number;
  /** How the system is asked for permissions; fs.access by default. */
  readonly access?: Access;
  readonly git?: typeof runGit;
  /** Where the system shows its processes; /proc by default. */
  readonly proc?: string;
}

export interface Repair {
  /** One French sentence for each thing that was put right. */
  readonly repaired: readonly string[];
  /** Why nothing may be written, in French; null when all is well. */
  readonly readOnly: string | null;
  /** The locks that were left because a program may hold them; absent when there are none. */
  readonly locks?: readonly string[];
}

/**
 * Puts right what a crash or a power cut can leave in a repository, before anybody writes to it: temporary files,
 * stale locks, empty or torn objects (moved aside, never deleted), a damaged HEAD or branch, damaged refs beside it. It
 * never begins a new history and never removes a commit that can be read; what it cannot put right makes the repository
 * read-only, and it says why.
 */
export async function repairRepository(options: RepairOptions): Promise<Repair> {
  const { gitDir } = options;
  const unusable = (await findUnusable(options)) ?? (await findUnwritable(gitDir, options.access));
  if (unusable !== null) return { repaired: [], readOnly: unusable };
  const { repaired, locks } = await repairFiles(options);
  try {
    const repair = await repairRefs(options, repaired);
    return locks.length === 0 ? repair : { ...repair, locks };
  } catch (error) {
    // What a lock that was left protects is damaged as well.
    const [trouble] = lockTroubles(gitDir, locks);
    if (!hasCode(error, 'locked') || trouble === undefined) throw error;
    return { repaired, readOnly: told(trouble), locks };
  }
}

function told({ reason, remedy }: Trouble): string {
  return `${reason} ${remedy}`;
}

async function repairRefs(
  { gitDir, branch, workBranch = WORK_BRANCH, isBegun = false }: RepairOptions,
  files: readonly string[],
): Promise<Repair> {
  const packedRefs = await repairPackedRefs(gitDir);
  const derived = await repairDerivedFiles(gitDir);
  const head = await repairHead(gitDir, branch);
  const swept = [...files, ...(packedRefs === null ? [] : [packedRefs]), ...derived, ...head];
  const objects = createObjectStore({ gitDir });
  try {
    const refs = { gitDir, branch, workBranch, objects, isBegun };
    // What is missing in a partial clone is no damage: no ref goes back to what is there.
    const isWhole = !isPartial(gitDir);
    if (!isWhole && !(await isBranchSound(refs))) return { repaired: swept, readOnly: told(PARTIAL) };
    const outcome = await repairBranch(refs);
    if (outcome.kind === 'lost') return { repaired: swept, readOnly: outcome.reason };
    const restored = [
      ...(outcome.kind === 'restored' ? [outcome.sentence] : []),
      ...(await restoreMissingRefs(refs)),
      ...(isWhole ? await repairOtherRefs(refs) : []),
    ];
    const repaired = [...swept, ...restored];
    // What got lost just now may be named there; without a repair nobody looks, which takes long.
    const lines = repaired.length === 0 ? [] : await setAsideLostEntries({ gitDir, objects });
    return { repaired: [...repaired, ...lines], readOnly: null };
  } finally {
    objects.close();
  }
}

/** A section, a setting, a comment, or what goes on from the line before (git-config(1), Syntax). */
const CONFIG_LINE = /^\s*(?:\[[-.0-9A-Za-z]+(?:\s+"[^"]*")?\].*|[A-Za-z][-0-9A-Za-z]*\s*(?:=.*)?|[#;].*)?$/;

/** Why this folder cannot be used at all, in French. */
async function findUnusable({ gitDir, git = runGit }: RepairOptions): Promise<string | null> {
  const hasObjects = await stat(path.join(gitDir, 'objects')).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!hasObjects) return 'Ce dossier n’est pas un dépôt git.';
  const config = await readText(path.join(gitDir, 'config'));
  const extension = (key: string): string | null => configValue(config, { section: EXTENSIONS, key });
  if (extension('objectformat') === 'sha256')
    return 'Les dépôts git au format SHA-256 ne sont pas pris en charge.';
  if (extension('refstorage')?.startsWith('reftable') === true)
    return 'Les dépôts git au format reftable ne sont pas pris en charge.';
  const strange = strangeForm(config);
  if (strange !== null)
    return `Ce dépôt git a une forme qu’Encrier ne connaît pas («\u00a0${strange}\u00a0», dans son fichier config)\u00a0: rien n’y est enregistré.`;
  const isOrdinary = config.split(/\r?\n/).every((line) => CONFIG_LINE.test(line));
  // git has the last word on what is not: it is asked for nothing else.
  if (
    !isOrdinary &&
    (await git(gitDir, ['version'])) !== null &&
    (await git(gitDir, ['rev-parse', '--git-dir'])) === null
  )
    return 'Le fichier config du dépôt git est abîmé\u00a0: git refuse de travailler, et rien ne peut être enregistré. Rendez-lui sa forme, puis relancez.';
  return null;
}

const EXTENSIONS = 'extensions';
/** What changes nothing of how objects and refs are kept, and two of which other values than ours are refused by their names. */
const KNOWN_EXTENSIONS: readonly string[] = [
  'noop',
  'noop-v1',
  'objectformat',
  'partialclone',
  'preciousobjects',
  'refstorage',
  'relativeworktrees',
  'worktreeconfig',
];

/** The setting by which a repository says that whoever does not know it must not touch it; null for none. */
function strangeForm(config: string): string | null {
  const version = Number(configValue(config, { section: 'core', key: 'repositoryformatversion' }) ?? 0);
  if (version > 1) return `repositoryformatversion = ${version}`;
  const unknown = parseConfig(config).find(
    ({ section, key }) => section === EXTENSIONS && key !== null && !KNOWN_EXTENSIONS.includes(key),
  );
  return version === 0 || unknown === undefined ? null : `extensions.${unknown.key}`;
}

async function repairFiles(options: RepairOptions): Promise<Required<Omit<Repair, 'readOnly'>>> {
  const { gitDir, foreignLockAgeMs: foreignAgeMs = FOREIGN_LOCK_AGE, proc } = options;
  const { temporaries, locks } = await listLeftovers(gitDir);
  // Listed first: what a git program makes from now on is not among them.
  const isUnused = gitWork(gitDir, proc) === 'idle';
  const swept = await sweepTemporaries(temporaries, isUnused ? Number.NEGATIVE_INFINITY : HOUR);
  const { removed, left } = await removeStaleLocks({ gitDir, locks, foreignAgeMs, proc });
  const { checkObjectsSince: since, git } = options;
  const damaged = await setAsideDamagedObjects({ gitDir, since, git });
  const repaired = [
    ...(swept > 0 ? [`Fichiers temporaires abandonnés, retirés\u00a0: ${swept}.`] : []),
    ...removed.map((lock) => `Verrou abandonné, retiré\u00a0: ${path.relative(gitDir, lock)}.`),
    ...sentencesOf(damaged),
  ];
  return { repaired, locks: left };
}

function sentencesOf({ moved, rewritten, left }: DamagedObjects): readonly string[] {
  const named = (sentence: string, ids: readonly string[]): readonly string[] =>
    ids.length === 0 ? [] : [sentence.replace('%', ids.join(', '))];
  return [
    ...named(
      `Objets vides ou tronqués, mis de côté dans «\u00a0${DAMAGED_FOLDER}\u00a0»\u00a0: %\u00a0; si un envoi depuis un clone échoue ensuite parce que l’un d’eux manque, enregistrez de nouveau le texte, ou rendez l’objet au dépôt par «\u00a0git hash-object -w\u00a0».`,
      moved,
    ),
    ...named(
      `Objets suivis d’octets étrangers, récrits\u00a0; leurs anciens fichiers sont dans «\u00a0${DAMAGED_FOLDER}\u00a0»\u00a0: %.`,
      rewritten,
    ),
    ...named('Objets illisibles, laissés en place faute d’espace sur le disque\u00a0: %.', left),
  ];
}

/** Without HEAD or refs/ git does not take the folder for a repository; backups leave out empty folders. */
async function repairHead(gitDir: string, branch: string): Promise<readonly string[]> {
  await ensureFolderDurably(path.join(gitDir, 'refs', 'heads'));
  const text = await readText(path.join(gitDir, 'HEAD'));
  if (await isSoundHead(gitDir, text)) return [];
  await writeFileDurably(path.join(gitDir, 'HEAD'), Buffer.from(`ref: refs/heads/${branch}\n`));
  return ['Le fichier HEAD était illisible\u00a0: il a été rétabli.'];
}

/** One whose end is cut may name a branch that never was; one that names none is refused by git. */
async function isSoundHead(gitDir: string, text: string): Promise<boolean> {
  const target = symbolicTarget(text);
  if (target === null ? idIn(text) === null : target === 'HEAD' || !isRefName(target)) return false;
  // Of one that cannot be read the ref it names is what is damaged.
  return text.endsWith('\n') || (await ifSound(resolveHead(gitDir), null))?.id !== null;
}

function readText(file: string): Promise<string> {
  return ifThere(readFile(file, 'latin1'), '');
}

/** Asks the system whether a file may be used in this way (`fs.constants.W_OK` …); rejects with its error if not. */
export type Access = (file: string, mode: number) => Promise<void>;

/** Where every save writes. */
const WRITTEN = ['.', 'objects', 'objects/pack', 'refs', 'refs/heads'];

/**
 * Why this process cannot write to the repository, in French; null when it can, and where a folder is still to be
 * made. Nothing is written to find out.
 */
export async function findUnwritable(gitDir: string, mayUse: Access = access): Promise<string | null> {
  for (const folder of WRITTEN) {
    try {
      await mayUse(path.join(gitDir, folder), constants.W_OK | constants.X_OK);
    } catch (error) {
      const reason = reasonFor(error, folder);
      if (reason !== null) return reason;
    }
  }
  return null;
}

function reasonFor(error: unknown, folder: string): string | null {
  if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return null;
  if (isSystemError(error, 'EROFS'))
    return 'Le dépôt git est sur un système de fichiers en lecture seule\u00a0: rien ne peut y être enregistré.';
  if (!isSystemError(error, 'EACCES', 'EPERM')) throw error;
  const what = folder === '.' ? 'Le dossier du dépôt git' : `Le dossier ${folder} du dépôt git`;
  return `${what} n’est pas accessible en écriture\u00a0: donnez-en le droit au compte qui fait tourner Encrier, puis relancez.`;
}
