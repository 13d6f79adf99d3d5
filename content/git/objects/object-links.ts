import { ContentError } from '#content/model/errors.ts';
import { parseCommit } from '../commit-object.ts';
import { escapeFault } from '../entry-names.ts';
import { isFolder, isSubmodule, parseTree, type TreeEntry } from '../tree.ts';
import type { GitObject, ObjectType } from './object-id.ts';

/** An object that another one needs, and what it has to be. */
export interface Link {
  readonly id: string;
  readonly type: ObjectType;
}

/** What a tree or a commit needs; what a tag is of is not looked into. Throws ContentError 'corrupt' for a damaged one. */
export function linksOf({ id, type, bytes }: GitObject & { readonly id: string }): readonly Link[] {
  if (type === 'tree') return treeLinks(parseTree(bytes, `tree ${id}`));
  if (type !== 'commit') return [];
  const { tree, parents } = parseCommit(id, bytes);
  return [{ id: tree, type: 'tree' }, ...parents.map((parent): Link => ({ id: parent, type: 'commit' }))];
}

/** A submodule names a commit of another repository. */
function treeLinks(entries: readonly TreeEntry[]): readonly Link[] {
  return entries
    .filter((entry) => !isSubmodule(entry))
    .map((entry) => ({ id: entry.id, type: isFolder(entry) ? 'tree' : 'blob' }));
}

/** Checks what a remote sent, object after object. */
export interface ReceivedCheck {
  /**
   * Refuses what no git repository should hold: commits and trees that cannot be read, names that would lead out of
   * the content or into git's own folder, and one name twice. Throws ContentError 'corrupt'.
   */
  add(object: GitObject & { readonly id: string }): void;
  /** What the objects need and is not among them. */
  lacking(): readonly Link[];
}

/** Nothing received yet. */
export function createReceivedCheck(): ReceivedCheck {
  const present = new Map<string, ObjectType>();
  const needed = new Map<string, ObjectType>();
  const soundNames = new Set<string>();

  function checkNames(entries: readonly TreeEntry[], tree: string): void {
    const names = new Set(entries.map(({ name }) => name));
    const isSound = (name: string): boolean => soundNames.has(name) || escapeFault(name) === null;
    if (names.size !== entries.length || ![...names].every(isSound))
      throw new ContentError('corrupt', { what: `tree ${tree}` });
    for (const name of names) soundNames.add(name);
  }

  return {
    add(object) {
      present.set(object.id, object.type);
      const entries = object.type === 'tree' ? parseTree(object.bytes, `tree ${object.id}`) : null;
      if (entries !== null) checkNames(entries, object.id);
      for (const { id, type } of entries === null ? linksOf(object) : treeLinks(entries)) {
        if ((needed.get(id) ?? type) !== type) throw new ContentError('corrupt', { what: `${type} ${id}` });
        needed.set(id, type);
      }
    },
    lacking() {
      const links = [...needed].map(([id, type]) => ({ id, type }));
      const wrong = links.find(({ id, type }) => (present.get(id) ?? type) !== type);
      if (wrong !== undefined) throw new ContentError('corrupt', { what: `${wrong.type} ${wrong.id}` });
      return links.filter(({ id }) => !present.has(id));
    },
  };
}
