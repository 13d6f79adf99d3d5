import { ContentError } from '#content/model/errors.ts';
import { parseCommit } from '../commit-object.ts';
import { escapeFault } from '../entry-names.ts';
import { isFolder, isSubmodule, parseTree, type TreeEntry } from '../tree.ts';
import type { GitObject, ObjectType } from './object-id.ts';

const ID_BYTES = 20;

/** An object that another one needs, and what it has to be. */
export interface Link {
  readonly id: string;
  readonly type: ObjectType;
}

/** What a tree or a commit needs; what a tag is of is not looked into. Throws ContentError 'corrupt' for a damaged one. */
export function linksOf({ id, type, bytes }: GitObject & { readonly id: string }): readonly Link[] {
  if (type === 'tree') return parseTree(bytes, `tree ${id}`).flatMap((entry) => linkOf(entry) ?? []);
  if (type !== 'commit') return [];
  const { tree, parents } = parseCommit(id, bytes);
  return [{ id: tree, type: 'tree' }, ...parents.map((parent): Link => ({ id: parent, type: 'commit' }))];
}

/** A submodule names a commit of another repository. */
function linkOf(entry: TreeEntry): Link | null {
  return isSubmodule(entry) ? null : { id: entry.id, type: isFolder(entry) ? 'tree' : 'blob' };
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
  const soundEntries = new Set<string>();

  function need({ id, type }: Link): void {
    if ((needed.get(id) ?? type) !== type) throw new ContentError('corrupt', { what: `${type} ${id}` });
    needed.set(id, type);
  }

  /** Entry by entry: nearly all of a tree is in the one before it too, and was checked there. */
  function addTree(bytes: Buffer, what: string): void {
    let isAscending = true;
    let before = '';
    for (let at = 0; at < bytes.length; ) {
      const nameEnd = bytes.indexOf(0, at);
      if (nameEnd === -1) throw new ContentError('corrupt', { what });
      const next = nameEnd + 1 + ID_BYTES;
      const entry = bytes.toString('latin1', at, next);
      if (!soundEntries.has(entry)) {
        addEntries(bytes.subarray(at, next), what);
        soundEntries.add(entry);
      }
      const name = entry.slice(entry.indexOf(' '), -ID_BYTES);
      isAscending &&= name > before;
      [at, before] = [next, name];
    }
    // Names that go up are different names; where a folder sorts otherwise they are compared.
    const names = isAscending ? [] : parseTree(bytes, what).map(({ name }) => name);
    if (new Set(names).size !== names.length) throw new ContentError('corrupt', { what });
  }

  function addEntries(bytes: Buffer, what: string): void {
    for (const entry of parseTree(bytes, what)) {
      if (escapeFault(entry.name) !== null) throw new ContentError('corrupt', { what });
      const link = linkOf(entry);
      if (link !== null) need(link);
    }
  }

  return {
    add(object) {
      present.set(object.id, object.type);
      if (object.type === 'tree') addTree(object.bytes, `tree ${object.id}`);
      else for (const link of linksOf(object)) need(link);
    },
    lacking() {
      const links = [...needed].map(([id, type]) => ({ id, type }));
      const wrong = links.find(({ id, type }) => (present.get(id) ?? type) !== type);
      if (wrong !== undefined) throw new ContentError('corrupt', { what: `${wrong.type} ${wrong.id}` });
      return links.filter(({ id }) => !present.has(id));
    },
  };
}
