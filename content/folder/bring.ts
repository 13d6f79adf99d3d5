import type { ObjectStore } from '#content/git/objects/objects.ts';
import type { DiskContents } from './disk-content.ts';
import { lookAt } from './disk-file.ts';
import { collidingPaths, type NameRules, nameHere, nameRefusal } from './file-names.ts';
import type { Followed } from './followed-file.ts';
import { type IndexEntry, isRacy, NO_STAMP } from './index-entry.ts';
import { type MovedPath, movedPaths } from './moved-paths.ts';
import { type DiskContentState, NOTHING, type PathPlan, planPath } from './plan-path.ts';
import { isRegularMode, type TreeFile, treeFileAt } from './tree-file.ts';
import { deleteFiles, type WritingProgress, writeFiles } from './write-files.ts';

export interface BringOptions {
  readonly folder: string;
  readonly gitDir: string;
  readonly objects: Pick<ObjectStore, 'read' | 'readTree' | 'readCommit'>;
  readonly rules: NameRules;
  readonly contents: DiskContents;
  readonly entries: readonly IndexEntry[];
  /** When the index was written, in nanoseconds since 1970. */
  readonly writtenNs: bigint;
  readonly followed: Followed;
  readonly to: string;
  /** Files whose content on disk (a blob id, '' for deleted) is taken up by the branch: they may follow it. */
  readonly accepted: ReadonlyMap<string, string>;
  readonly onWriting?: (progress: WritingProgress) => void;
}

/** What became of index and files. */
export interface Brought {
  /** The new index; null when it stays as it is. */
  readonly entries: readonly IndexEntry[] | null;
  readonly followed: Followed;
}

/**
 * Brings files to a commit and says what the index is to be; costs what differs. Nothing another program changed is
 * touched: such a file is remembered with the commit it began as.
 */
export async function bringFiles(options: BringOptions): Promise<Brought> {
  const moved = await pathsToSettle(options);
  const index = new Map(
    options.entries.filter(({ stage }) => stage === 0).map((entry) => [entry.path, entry]),
  );
  const names = refusals(options.rules, index, moved);
  const settled = await settle(options, { moved, index, names });
  const bases = new Map(options.followed.bases);
  for (const { path, is, plan } of settled) {
    if (!plan.isOutside) bases.delete(path);
    else if (is !== null && wasOnDisk(index.get(path), is)) bases.set(path, options.to);
    else if (!bases.has(path) && options.followed.commit !== null) bases.set(path, options.followed.commit);
  }
  const refused = settled.filter(({ path, is }) => is !== null && names.has(path)).map(({ path }) => path);
  return {
    entries: await newEntries(options, index, settled),
    followed: { commit: options.to, toward: [], bases, refused },
  };
}

/** Git's own commit of a file leaves it stamped: what was written to it since was made from what that commit has. */
function wasOnDisk(entry: IndexEntry | undefined, { id }: TreeFile): boolean {
  return entry?.id === id && entry.stamp.mtimeSeconds > 0;
}

async function pathsToSettle(options: BringOptions): Promise<ReadonlyMap<string, MovedPath>> {
  const { objects, followed, to, accepted } = options;
  const moved = await movedPaths(objects, { from: followed.commit, through: followed.toward, to });
  for (const path of [...followed.bases.keys(), ...followed.refused, ...accepted.keys()]) {
    if (moved.has(path)) continue;
    const is = await treeFileAt(objects, to, path);
    moved.set(path, { path, is, known: new Set([is?.id ?? NOTHING]) });
  }
  return moved;
}

/** The paths that cannot be written because of their names. */
function refusals(
  rules: NameRules,
  index: ReadonlyMap<string, IndexEntry>,
  moved: ReadonlyMap<string, MovedPath>,
): ReadonlySet<string> {
  const present = new Set([...index.keys()].filter((path) => moved.get(path)?.is !== null));
  for (const { path, is } of moved.values()) if (is !== null) present.add(path);
  const refused = new Set(collidingPaths(present, rules).keys());
  for (const { path, is } of moved.values()) {
    if (is !== null && nameRefusal(path, rules) !== null) refused.add(path);
  }
  return refused;
}

interface Settling {
  readonly moved: ReadonlyMap<string, MovedPath>;
  readonly index: ReadonlyMap<string, IndexEntry>;
  readonly names: ReadonlySet<string>;
}

interface SettledPath extends MovedPath {
  readonly plan: PathPlan;
}

/** Decides about each path, then does it: deletions first, for a file may take the place of a folder. */
async function settle(options: BringOptions, settling: Settling): Promise<readonly SettledPath[]> {
  const removed: Planned[] = [];
  const others: Planned[] = [];
  for (const path of settling.moved.values()) {
    const planned = await plan(options, settling, path);
    (planned.plan.disk === 'delete' ? removed : others).push(planned);
  }
  const kept = removed.filter(({ path }) => isOthersFile(options, settling, path));
  const gone = await deleteFiles(
    options.folder,
    removed.filter((one) => !kept.includes(one)).flatMap(stamped),
  );
  // What stood in the way of a folder a moment ago may be gone now.
  const written: Planned[] = [];
  for (const one of others) written.push(gone.size > 0 ? await plan(options, settling, one) : one);
  const done = await writeFiles(options, written.flatMap(toWrite));
  return [
    ...removed.map((one) => (gone.has(one.path) || kept.includes(one) ? one : leftOutside(one))),
    ...written.map((one) => (one.plan.disk !== 'write' || done.has(one.path) ? one : leftOutside(one))),
  ];
}

interface Planned extends SettledPath {
  readonly disk: DiskContentState;
}

async function plan(options: BringOptions, { index, names }: Settling, moved: MovedPath): Promise<Planned> {
  const { path, is } = moved;
  const entry = index.get(path) ?? null;
  const wasRefused = options.followed.refused.includes(path);
  const disk = await options.contents.at(path, { entry, writtenNs: options.writtenNs });
  const taken = options.accepted.get(path);
  const known = new Set([
    ...moved.known,
    ...(taken === undefined ? [] : [taken]),
    ...(wasRefused ? [NOTHING] : []),
  ]);
  const facts = { is, known, entry, disk, isRefused: names.has(path), wasRefused };
  return { path, is, known, disk, plan: planPath(facts) };
}

/** Whether the file on disk is that of another path, which is the same file here. */
function isOthersFile({ rules, followed }: BringOptions, { moved, index }: Settling, path: string): boolean {
  if (!rules.ignoresCase) return false;
  const name = nameHere(path, rules);
  return [...index.keys()].some(
    (other) =>
      other !== path &&
      nameHere(other, rules) === name &&
      moved.get(other)?.is !== null &&
      !followed.refused.includes(other),
  );
}

function stamped({ path, disk }: Planned) {
  return disk.kind === 'file' ? [{ path, stamp: disk.stamp }] : [];
}

function toWrite({ path, is, plan, disk }: Planned) {
  if (plan.disk !== 'write' || is === null) return [];
  const replaces = disk.kind === 'file' ? disk.stamp : null;
  return [{ path, id: is.id, isExecutable: is.mode === 0o100755, replaces }];
}

function leftOutside(planned: Planned): Planned {
  const index = planned.plan.index === 'stamped' ? 'unstamped' : planned.plan.index;
  return { ...planned, plan: { index, disk: 'leave', isOutside: true } };
}

/** Null when nothing changes. */
async function newEntries(
  options: BringOptions,
  index: ReadonlyMap<string, IndexEntry>,
  settled: readonly SettledPath[],
): Promise<readonly IndexEntry[] | null> {
  const next = new Map(index);
  let hasChanged = false;
  for (const { path, is, plan } of settled) {
    if (plan.index === 'leave') continue;
    const before = index.get(path) ?? null;
    const entry = is === null || plan.index === 'remove' ? null : entryOf(options.folder, { path, is, plan });
    if (entry === null) next.delete(path);
    else next.set(path, entry);
    hasChanged ||= entry === null ? before !== null : !isSameEntry(before, entry);
  }
  if (!hasChanged) return null;
  const carried: IndexEntry[] = [];
  for (const entry of next.values()) {
    carried.push(index.get(entry.path) === entry ? await carriedOver(options, entry) : entry);
  }
  return carried;
}

function entryOf(
  folder: string,
  { path, is, plan }: Pick<SettledPath, 'path' | 'plan'> & { is: NonNullable<MovedPath['is']> },
): IndexEntry {
  const found = plan.index === 'stamped' && isRegularMode(is.mode) ? lookAt(folder, path) : null;
  return {
    ...{ path, id: is.id, mode: is.mode, stage: 0 },
    stamp: found?.kind === 'file' ? found.stamp : NO_STAMP,
    isSkipped: plan.index === 'skipped',
    ...{ isAssumedUnchanged: false, isIntended: false },
  };
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
async function carriedOver({ contents, writtenNs }: BringOptions, entry: IndexEntry): Promise<IndexEntry> {
  if (entry.stamp.size === 0 || !isRacy(entry.stamp, writtenNs)) return entry;
  const disk = await contents.at(entry.path, { entry, writtenNs });
  const isClean = disk.kind === 'file' && disk.id === entry.id;
  return isClean ? entry : { ...entry, stamp: { ...entry.stamp, size: 0 } };
}
