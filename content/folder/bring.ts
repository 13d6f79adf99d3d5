import { foldedName, twinNames } from '#content/git/entry-names.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { type DiskContents, type DiskState, lookAt, type NameRules, nameRefusal } from './disk-file.ts';
import type { Followed } from './followed-file.ts';
import { conversionsIn } from './git-rules.ts';
import type { IndexFile } from './index-file.ts';
import { type IndexEntry, indexEntry, isRacy, NO_STAMP } from './index-format.ts';
import {
  isRegularMode,
  type MovedPath,
  movedPaths,
  NOTHING,
  type TreeFile,
  treeFileAt,
} from './tree-file.ts';
import { deleteFiles, type WritingProgress, writeFiles } from './write-files.ts';

/** What all that works on the files of one clone works with. */
export interface CloneFiles {
  /** The clone's folder, and its .git. */
  readonly folder: string;
  readonly gitDir: string;
  readonly objects: Pick<ObjectStore, 'read' | 'readTree' | 'readCommit'>;
  readonly rules: NameRules;
  readonly index: IndexFile;
  readonly contents: DiskContents;
  /** How far a long writing of files is; what it throws ends it. */
  readonly onWriting?: ((progress: WritingProgress) => void) | undefined;
}

interface BringOptions extends CloneFiles {
  /** None is a side of a merge. */
  readonly entries: readonly IndexEntry[];
  /** When the index was written, in milliseconds since 1970. */
  readonly writtenMs: number;
  readonly followed: Followed;
  readonly to: string;
  /** Files whose content on disk (a blob id, '' for deleted) is taken up by the branch: they may follow it. */
  readonly accepted: ReadonlyMap<string, string>;
}

interface Bringing {
  readonly moved: ReadonlyMap<string, MovedPath>;
  /** The entries of these paths. */
  readonly index: ReadonlyMap<string, IndexEntry>;
  /** Paths that cannot be written, because of their names or their encoding. */
  readonly names: ReadonlySet<string>;
}

/** All that decides what is done about one path; `known` are blob ids that we or the branch put there. */
interface PathFacts extends MovedPath {
  /** Null when the index has none. */
  readonly entry: IndexEntry | null;
  readonly disk: DiskState;
  /** Whether the file may not be written here, because of its name or its encoding. */
  readonly isRefused: boolean;
  /** Whether an earlier commit's file was not written because of its name. */
  readonly wasRefused: boolean;
}

interface PathPlan {
  /** What becomes of the entry: its stamp is that of the file on disk, or none. */
  readonly index: 'leave' | 'remove' | 'skipped' | 'stamped' | 'unstamped';
  readonly disk: 'leave' | 'write' | 'delete';
  /** Another program's work is there, made from what was there before. */
  readonly isOutside: boolean;
}

interface PlannedPath extends PathFacts {
  readonly plan: PathPlan;
}

/**
 * Brings files to a commit and says what the index is to be (null: as it is); costs what differs. Nothing another program
 * changed is touched: such a file is remembered with the commit it began as.
 */
export async function bringFiles(options: BringOptions): Promise<{
  readonly entries: readonly IndexEntry[] | null;
  readonly followed: Omit<Followed, 'overwritten'>;
}> {
  const { entries, followed, to } = options;
  const moved = await pathsToBring(options);
  const index = new Map<string, IndexEntry>();
  for (const entry of entries) if (moved.has(entry.path)) index.set(entry.path, entry);
  const planned = await planAll(options, { moved, index, names: await refusals(options, moved, index) });
  const bases = new Map(followed.bases);
  for (const { path, is, entry, plan } of planned) {
    if (!plan.isOutside) bases.delete(path);
    else if (is !== null && wasOnDisk(entry, is)) bases.set(path, to);
    else if (!bases.has(path) && followed.commit !== null) bases.set(path, followed.commit);
  }
  const refused = planned.filter(({ is, isRefused }) => is !== null && isRefused).map(({ path }) => path);
  return {
    entries: await newEntries(options, planned),
    followed: { commit: to, toward: [], bases, refused },
  };
}

/** Git's own commit of a file leaves it stamped: what was written to it since was made from what that commit has. */
function wasOnDisk(entry: IndexEntry | null, { id }: TreeFile): boolean {
  return entry?.id === id && entry.stamp.mtimeSeconds > 0;
}

async function pathsToBring(options: BringOptions): Promise<ReadonlyMap<string, MovedPath>> {
  const { objects, followed, to, accepted } = options;
  const moved = await movedPaths(objects, { from: followed.commit, through: followed.toward, to });
  for (const path of [...followed.bases.keys(), ...followed.refused, ...accepted.keys()]) {
    if (moved.has(path)) continue;
    const is = await treeFileAt(objects, to, path);
    moved.set(path, { path, is, known: new Set([is?.id ?? NOTHING]) });
  }
  return moved;
}

/** Of files that are one here, one that has the name already keeps it. What is of another encoding here, git alone can write. */
async function refusals(
  { folder, entries, rules, followed }: BringOptions,
  moved: Bringing['moved'],
  index: Bringing['index'],
): Promise<ReadonlySet<string>> {
  const conversionOf = await conversionsIn(folder);
  const written = [...moved.values()].flatMap(({ path, is }) => (is === null ? [] : [path]));
  const refused = new Set(written.filter((path) => nameRefusal(path, rules) !== null));
  for (const path of written) {
    const before = index.get(path);
    const isWritten = before?.id === moved.get(path)?.is?.id && before?.isSkipped === false;
    if (!isWritten && (await conversionOf(path))?.kind === 'encoding') refused.add(path);
  }
  if (!rules.ignoresCase) return refused;
  const present = new Set(entries.map(({ path }) => path).filter((path) => moved.get(path)?.is !== null));
  for (const path of followed.refused) present.delete(path);
  for (const path of written) present.add(path);
  return new Set([...refused, ...twinNames(present).flatMap(([, ...others]) => others)]);
}

/** Decides about each path, then does it: deletions first, for a file may take the place of a folder. */
async function planAll(options: BringOptions, bringing: Bringing): Promise<readonly PlannedPath[]> {
  const removed: PlannedPath[] = [];
  const others: PlannedPath[] = [];
  for (const moved of bringing.moved.values()) {
    const one = await plan(options, bringing, moved);
    (one.plan.disk === 'delete' ? removed : others).push(one);
  }
  const gone = await deleteFiles(options.folder, removed.flatMap(toDelete));
  // What stood in the way of a folder a moment ago may be gone now.
  const again: PlannedPath[] = [];
  for (const one of others) again.push(gone.size > 0 ? await plan(options, bringing, one) : one);
  const done = await writeFiles(options, again.flatMap(toWrite));
  return [
    ...removed.map((one) => (gone.has(one.path) ? one : leftOutside(one))),
    ...again.map((one) => (one.plan.disk === 'leave' || done.has(one.path) ? one : leftOutside(one))),
  ];
}

async function plan(
  options: BringOptions,
  bringing: Bringing,
  { path, is, known: here }: MovedPath,
): Promise<PlannedPath> {
  const { contents, writtenMs, followed, accepted } = options;
  const entry = bringing.index.get(path) ?? null;
  const wasRefused = followed.refused.includes(path);
  const known = new Set(here);
  const taken = accepted.get(path);
  if (taken !== undefined) known.add(taken);
  if (wasRefused || (entry?.isSkipped && !isRegularMode(entry.mode))) known.add(NOTHING);
  const disk = await contents(path, { entry, writtenMs });
  const facts = { path, is, known, entry, disk, isRefused: bringing.names.has(path), wasRefused };
  const planned = planPath(facts);
  const isKept = planned.disk === 'delete' && isOthersFile(options, bringing, path);
  return { ...facts, plan: isKept ? { ...planned, disk: 'leave' } : planned };
}

/**
 * What is done about one path when the branch moves. Only what nobody else touched follows it: a file whose content is
 * neither the old commit's nor the new one's stays, and so does an entry that somebody staged.
 */
function planPath({ is, known, entry, disk, isRefused, wasRefused }: PathFacts): PathPlan {
  const staged = entry?.id ?? NOTHING;
  if (!known.has(staged) && staged !== (is?.id ?? NOTHING))
    return { index: 'leave', disk: 'leave', isOutside: true };
  if (entry?.isSkipped && !wasRefused && is !== null && isRegularMode(entry.mode))
    return { index: 'skipped', disk: 'leave', isOutside: false };
  const isWritten = is !== null && !isRefused && isRegularMode(is.mode);
  const index = is === null ? 'remove' : isWritten ? 'stamped' : 'skipped';
  const found = disk.kind === 'absent' ? NOTHING : disk.kind === 'file' ? disk.id : null;
  if (found === (isWritten ? is.id : NOTHING)) {
    const isRemade = isWritten && entry !== null && entry.mode !== is.mode;
    return { index, disk: isRemade ? 'write' : 'leave', isOutside: false };
  }
  if (found !== null) {
    // The name is another file's here: what is on disk is that one's.
    if ((isRefused || wasRefused) && !isWritten) return { index, disk: 'leave', isOutside: false };
    if (known.has(found)) return { index, disk: isWritten ? 'write' : 'delete', isOutside: false };
  }
  return { index: withoutStamp(index), disk: 'leave', isOutside: true };
}

function withoutStamp(index: PathPlan['index']): PathPlan['index'] {
  return index === 'stamped' ? 'unstamped' : index;
}

function leftOutside(planned: PlannedPath): PlannedPath {
  return { ...planned, plan: { index: withoutStamp(planned.plan.index), disk: 'leave', isOutside: true } };
}

/** Whether the file on disk is that of another path, which is the same file here. */
function isOthersFile(
  { entries, rules, followed }: BringOptions,
  { moved }: Bringing,
  path: string,
): boolean {
  if (!rules.ignoresCase) return false;
  const name = foldedName(path);
  return entries.some(
    ({ path: other }) =>
      other !== path &&
      foldedName(other) === name &&
      moved.get(other)?.is !== null &&
      !followed.refused.includes(other),
  );
}

function toDelete({ path, disk }: PlannedPath) {
  return disk.kind === 'file' ? [{ path, stamp: disk.stamp }] : [];
}

function toWrite({ path, is, plan: { disk: what }, disk }: PlannedPath) {
  if (what !== 'write' || is === null) return [];
  const replaces = disk.kind === 'file' ? disk.stamp : null;
  return [{ path, id: is.id, isExecutable: is.mode === 0o100755, replaces }];
}

/** Null when nothing changes. */
async function newEntries(
  options: BringOptions,
  planned: readonly PlannedPath[],
): Promise<readonly IndexEntry[] | null> {
  const written = new Map<string, IndexEntry | null>();
  let hasChanged = false;
  for (const {
    path,
    is,
    entry: before,
    plan: { index: what },
  } of planned) {
    if (what === 'leave') continue;
    const found = what === 'stamped' ? lookAt(options.folder, path) : null;
    const stamp = found?.kind === 'file' ? found.stamp : NO_STAMP;
    const entry = is === null ? null : indexEntry(path, is, { stamp, isSkipped: what === 'skipped' });
    written.set(path, entry);
    hasChanged ||= entry === null ? before !== null : !isSameEntry(before, entry);
  }
  if (!hasChanged) return null;
  const next: IndexEntry[] = [];
  for (const entry of options.entries) {
    if (written.has(entry.path)) continue;
    const isDoubtful = entry.stamp.size > 0 && isRacy(entry.stamp, options.writtenMs);
    next.push(isDoubtful ? await carriedOver(options, entry) : entry);
  }
  for (const entry of written.values()) if (entry !== null) next.push(entry);
  return next;
}

/** An entry without a stamp says of a file only that it is not what it says: written again it says nothing else. */
function isSameEntry(before: IndexEntry | null, entry: IndexEntry): boolean {
  return (
    before !== null &&
    before.id === entry.id &&
    before.mode === entry.mode &&
    before.isSkipped === entry.isSkipped
  );
}

/** The index gets a later time: an entry that this time no longer warns of loses its stamp if its file changed. */
async function carriedOver({ contents, writtenMs }: BringOptions, entry: IndexEntry): Promise<IndexEntry> {
  const disk = await contents(entry.path, { entry, writtenMs });
  const isClean = disk.kind === 'file' && disk.id === entry.id;
  return isClean ? entry : { ...entry, stamp: { ...entry.stamp, size: 0 } };
}
