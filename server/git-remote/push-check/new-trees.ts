import { escapeFault, portableFault, twinNames } from '#content/git/entry-names.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { isFolder, isLink, isSubmodule, type TreeEntry } from '#content/git/tree.ts';
import { hasCode } from '#content/model/errors.ts';

/** A larger file is refused, in bytes: the largest that Encrier reads is an image of 10 MB. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;
const MAX_PATH_BYTES = 1000;
const MAX_DEPTH = 24;
/** New entries of one commit: a few objects can spell out more paths than anybody could walk. */
const MAX_ENTRIES = 300_000;
/** Faults told before the check ends. */
const MAX_FAULTS = 20;

interface TreeFault {
  readonly path: string;
  /** French, without a capital or a full stop. */
  readonly reason: string;
}

interface Place {
  readonly path: string;
  readonly depth: number;
  readonly tree: string;
  /** The same folder in the parents; one that was there as it is was checked when it came. */
  readonly parents: readonly string[];
}

/**
 * Checks the trees of new commits: plain files and folders only, none too large or too deep, with names that every system
 * can check out; a name that was there before may stay. Only what a commit changes against its parents is read; `faults`
 * holds what was found.
 */
export function createTreeCheck(objects: Pick<ObjectStore, 'readTree' | 'sizeOf'>) {
  const faults: TreeFault[] = [];
  const checked = new Set<string>();
  const sound = new Set<string>();
  let entriesSeen = 0;

  const note = (path: string, reason: string) => {
    if (!faults.some((fault) => fault.path === path)) faults.push({ path, reason });
  };

  /** The same object may stand in many places. */
  async function kindFaultOnce(entry: TreeEntry): Promise<string | null> {
    const key = `${entry.mode} ${entry.id}`;
    if (sound.has(key)) return null;
    const fault = await kindFault(objects, entry);
    if (fault === null) sound.add(key);
    return fault;
  }

  async function readEntries(tree: string): Promise<readonly TreeEntry[] | null> {
    try {
      return await objects.readTree(tree);
    } catch (error) {
      if (!hasCode(error, 'corrupt') && !hasCode(error, 'invalid')) throw error;
      return null;
    }
  }

  async function checkFolder({ path, depth, tree, parents }: Place): Promise<void> {
    const key = `${tree} ${path}`;
    if (checked.has(key) || faults.length >= MAX_FAULTS) return;
    checked.add(key);
    const entries = await readEntries(tree);
    if (entries === null) {
      note(path, 'dossier illisible');
      return;
    }
    const before = await Promise.all(parents.map(async (id) => entryMap((await readEntries(id)) ?? [])));
    for (const name of collidingNames(entries, before))
      note(join(path, name), 'nom que certains systèmes confondent avec celui d’un fichier voisin');
    for (const entry of entries) {
      if (before.some((known) => isSame(known.get(entry.name), entry))) continue;
      entriesSeen += 1;
      if (entriesSeen > MAX_ENTRIES) note(path, 'trop de fichiers en un seul envoi');
      if (faults.length >= MAX_FAULTS || entriesSeen > MAX_ENTRIES) return;
      await checkEntry(entry, { path, depth, before });
    }
  }

  async function checkEntry(
    entry: TreeEntry,
    at: { readonly path: string; readonly depth: number; readonly before: readonly Entries[] },
  ): Promise<void> {
    const path = join(at.path, entry.name);
    const wasThere = at.before.some((known) => known.has(entry.name));
    const nameFault = wasThere ? escapeFault(entry.name) : portableFault(entry.name);
    const fault = nameFault ?? placeFault(path, at.depth) ?? (await kindFaultOnce(entry));
    if (fault !== null) note(path, fault);
    else if (isFolder(entry)) {
      const parents = at.before.flatMap((known) => folderId(known.get(entry.name)));
      await checkFolder({ path, depth: at.depth + 1, tree: entry.id, parents });
    }
  }

  return {
    faults: faults as readonly TreeFault[],
    /** Checks the tree of one commit; parents are trees too. */
    check: (tree: string, parents: readonly string[]) => {
      entriesSeen = 0;
      return checkFolder({ path: '', depth: 0, tree, parents });
    },
  };
}

type Entries = ReadonlyMap<string, TreeEntry>;

function entryMap(entries: readonly TreeEntry[]): Entries {
  return new Map(entries.map((entry) => [entry.name, entry]));
}

function isSame(known: TreeEntry | undefined, entry: TreeEntry): boolean {
  return known?.id === entry.id && known.mode === entry.mode;
}

function folderId(entry: TreeEntry | undefined): readonly string[] {
  return entry !== undefined && isFolder(entry) ? [entry.id] : [];
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function placeFault(path: string, depth: number): string | null {
  if (depth >= MAX_DEPTH) return `plus de ${MAX_DEPTH} dossiers l’un dans l’autre`;
  return Buffer.byteLength(path) > MAX_PATH_BYTES ? `chemin de plus de ${MAX_PATH_BYTES} octets` : null;
}

async function kindFault(objects: Pick<ObjectStore, 'sizeOf'>, entry: TreeEntry): Promise<string | null> {
  if (isFolder(entry)) return null;
  if (isLink(entry)) return 'lien symbolique';
  if (isSubmodule(entry)) return 'sous-module';
  if (entry.mode !== '100644' && entry.mode !== '100755') return `fichier d’un genre inconnu (${entry.mode})`;
  const found = await objects.sizeOf(entry.id);
  if (found?.type !== 'blob') return 'fichier sans contenu lisible';
  return found.size > MAX_FILE_BYTES ? `fichier de plus de ${MAX_FILE_BYTES / 1024 / 1024} Mo` : null;
}

/** Names that fold to one, unless all of them were side by side already in one of the parents. */
function collidingNames(entries: readonly TreeEntry[], before: readonly Entries[]): readonly string[] {
  return twinNames(entries.map(({ name }) => name)).flatMap((names) => {
    const isKnown = before.some((known) => names.every((name) => known.has(name)));
    return isKnown && new Set(names).size === names.length ? [] : names.slice(1);
  });
}
