import type { WorkTreeStatus } from '#content/folder/status.ts';
import { portableFault } from '#content/git/entry-names.ts';
import { unportableReason } from '#content/snapshot/name-problems.ts';
import type { CommitAction } from '../../contract/commit-sentences.ts';
import type { LeftFile } from '../../contract/outside.ts';
import { parsePostFile } from '../../files/post-file.ts';
import { parseRedirectsFile } from '../../files/redirects-file.ts';
import { parseCapacityFile, parseSiteFile } from '../../files/settings-file.ts';
import {
  fileName,
  isContentPath,
  isImagePath,
  isPostPath,
  REDIRECTS_FILE,
  SITE_FILE,
} from '../../model/paths.ts';
import type { Problem } from '../../model/snapshot.ts';

/** A file that another program changed, as it is on disk. */
export interface TakenFile {
  readonly path: string;
  /** What it was made from; null when it is new. */
  readonly base: { readonly id: string; readonly bytes: Uint8Array } | null;
  /** Null when it was deleted. */
  readonly disk: { readonly id: string; readonly bytes: Uint8Array } | null;
}

/** What becomes one commit. */
export interface OutsideItem {
  readonly files: readonly TakenFile[];
  readonly action: CommitAction;
}

/** More than these become one commit: somebody unpacked an archive, or replaced a word everywhere. */
const MAX_SINGLE_COMMITS = 12;

/** Why a file cannot be taken up as it is, in French; null when it can. A new one needs a name that every system takes. */
export function unreadableReason({ path, base, disk }: TakenFile): string | null {
  if (disk === null) return null;
  const odd = base === null ? path.split('/').find((name) => portableFault(name) !== null) : undefined;
  if (odd !== undefined) return unportableReason(odd);
  if (isImagePath(path) || !isContentPath(path)) return null;
  if (disk.bytes.length === 0) return 'Ce fichier est vide.';
  const [problem] = problemsOf(path, disk.bytes);
  if (problem === undefined) return null;
  // A file of many lines that are read one by one: which one it is has to be said.
  return path === REDIRECTS_FILE ? `Ligne ${problem.line}\u00a0: ${problem.reason}` : problem.reason;
}

function problemsOf(path: string, bytes: Uint8Array): readonly Problem[] {
  if (path === REDIRECTS_FILE) return parseRedirectsFile(bytes).problems;
  const reading = isPostPath(path)
    ? parsePostFile({ path, bytes })
    : path === SITE_FILE
      ? parseSiteFile(bytes)
      : parseCapacityFile(bytes);
  return reading.kind === 'problem' ? reading.problems : [];
}

/** The same items; many become one commit. */
export function gathered(items: readonly OutsideItem[]): readonly OutsideItem[] {
  if (items.length <= MAX_SINGLE_COMMITS) return items;
  const files = items.flatMap((item) => item.files);
  return [{ files, action: { kind: 'take-in-files', count: files.length } }];
}

/** Files that belong together, each group with what its commit says: a post that moved is one. */
export function pairFiles(files: readonly TakenFile[]): readonly OutsideItem[] {
  const gone = files.filter(({ disk }) => disk === null);
  const added = files.filter(({ base, disk }) => disk !== null && base === null);
  const moved = new Map<TakenFile, TakenFile>();
  for (const file of added) {
    const from = gone.find((candidate) => !moved.has(candidate) && isSamePost(candidate, file));
    if (from !== undefined) moved.set(from, file);
  }
  const arrivals = new Set(moved.values());
  return files.flatMap((file): OutsideItem[] => {
    const to = moved.get(file);
    if (to !== undefined) return [{ files: [file, to], action: actionOf(to, 'move') }];
    return arrivals.has(file) ? [] : [{ files: [file], action: actionOf(file, changeOf(file)) }];
  });
}

type Change = 'edit' | 'create' | 'delete' | 'move';

function changeOf({ base, disk }: TakenFile): Change {
  if (disk === null) return 'delete';
  return base === null ? 'create' : 'edit';
}

function actionOf(file: TakenFile, change: Change): CommitAction {
  const post = postOf(file);
  return post === null
    ? { kind: 'take-in-file', name: fileName(file.path) }
    : { kind: 'take-in', change, post };
}

function postOf({ path, base, disk }: TakenFile): { readonly id: string; readonly title: string } | null {
  const bytes = (disk ?? base)?.bytes;
  if (!isPostPath(path) || bytes === undefined) return null;
  const parsed = parsePostFile({ path, bytes });
  return parsed.kind === 'post' ? { id: parsed.post.id, title: parsed.post.title } : null;
}

function isSamePost(from: TakenFile, to: TakenFile): boolean {
  if (from.base === null || to.disk === null || isPostPath(from.path) !== isPostPath(to.path)) return false;
  if (from.base.id === to.disk.id) return true;
  const post = postOf(from);
  return post !== null && post.id === postOf(to)?.id;
}

export interface OutsideReport {
  /** Why nothing is written in the folder, in French; null when all is well. */
  readonly paused: string | null;
  /** How many files were taken up by this look. */
  readonly taken: number;
  /** Files that are about to be taken up, once they are still. */
  readonly waiting: readonly string[];
  readonly left: readonly LeftFile[];
}

export const CLASH =
  'Changé par un autre programme et dans Encrier au même endroit\u00a0: à vous de choisir.';
const GONE =
  'Ce texte est en ligne, ou prêt à l’être, et son fichier a disparu du dossier\u00a0: à vous de dire s’il doit quitter le site.';
const SETTINGS_GONE =
  'Ce fichier de réglages a disparu du dossier\u00a0: à vous de dire si le site doit s’en passer.';

/** Why the author is asked about a file that is gone. */
export function goneReason({ path }: TakenFile): string {
  return isPostPath(path) ? GONE : SETTINGS_GONE;
}

const STAGED = 'Préparé dans git pour un commit à la main.';
const OTHER = 'N’est ni un article, ni une page, ni une image\u00a0: Encrier n’y touche pas.';
/** Of a version that git's commits took the place of, and whose object is in no repository any more. */
export function goneVersion(id: string): string {
  return `Une version de ce fichier, que git a remplacée, n’est plus dans le dépôt (objet ${id.slice(0, 10)})\u00a0: elle ne peut pas être remise.`;
}

export function copyOf(original: string): string {
  return `Ce fichier est une copie de ${original}\u00a0: il en porte l’identifiant. Effacez sa ligne «\u00a0id:\u00a0» pour en faire un texte à part.`;
}

export const NO_FILE =
  'N’est pas un fichier ordinaire, ou ne peut pas être lu\u00a0: Encrier n’y touche pas.';

const OTHER_FOLDER =
  'Encrier ne lit que les dossiers posts, pages et images, en minuscules\u00a0: il ne touche pas à celui-ci.';

const OBSTRUCTED =
  'Un autre fichier a le nom de son dossier\u00a0: ce qu’Encrier en a est gardé, et ne peut pas être écrit ici tant que cet autre fichier n’est pas renommé.';

/** What is left as it is, and why. */
export function leftFiles(status: WorkTreeStatus): LeftFile[] {
  const { changed, deleted, added, staged, unreadable, obstructed, refused } = status;
  const others = [...changed, ...deleted, ...added]
    .map(({ path }) => path)
    .filter((path) => !isContentPath(path) && !staged.includes(path));
  const left = [
    ...staged.map((path) => ({ path, reason: STAGED })),
    ...others.map((path) => ({ path, reason: OTHER })),
    ...unreadable.map((path) => ({ path, reason: path.endsWith('/') ? OTHER_FOLDER : NO_FILE })),
    ...obstructed.map((path) => ({ path, reason: OBSTRUCTED })),
    ...refused,
  ];
  return left.map((file) => ({ ...file, kind: 'left' }));
}
