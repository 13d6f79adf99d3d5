import { lstatSync, readlinkSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { ContentError } from '#content/model/errors.ts';
import { ifThere, readOnTheSpot } from '../system-error.ts';

/** The name of the branch of what is being written, unless another one is set (CONTENT_WORK_BRANCH). */
export const WORK_BRANCH = 'travail';

/** Symbolic refs are followed this far, as git does. */
const MAX_SYMBOLIC_DEPTH = 5;

/** What HEAD says: the branch it names (null when it names a commit itself) and the commit, null when unborn. */
export interface Head {
  readonly ref: string | null;
  readonly id: string | null;
}

/**
 * The commit a ref names: its own file first, then packed-refs; symbolic refs are followed. `null` when the ref does
 * not exist. Throws ContentError 'corrupt' when its file is empty or holds anything but a ref (docs/design.md, Refs and locks).
 */
export async function readRef(gitDir: string, name: string): Promise<string | null> {
  return (await followRef(gitDir, name)).id;
}

/** The ref that a move of this one moves: where it is symbolic, the one that it names in the end, as git does. */
export async function movedRef(gitDir: string, name: string): Promise<string> {
  return (await followRef(gitDir, name)).name;
}

/** HEAD, followed. Throws ContentError 'corrupt' when there is none: no repository is without. */
export async function resolveHead(gitDir: string): Promise<Head> {
  const followed = await followRef(gitDir, 'HEAD');
  if (followed.name === 'HEAD' && followed.id === null) throw new ContentError('corrupt', { what: 'HEAD' });
  return { ref: followed.name === 'HEAD' ? null : followed.name, id: followed.id };
}

/**
 * Every ref below a folder of refs (`refs/` or one with a final slash below it) with what its file or packed-refs says,
 * unchecked: a damaged one is listed as it is.
 */
export async function listRefs(gitDir: string, below = 'refs/'): Promise<ReadonlyMap<string, string>> {
  const loose = new Map<string, string>();
  for (const name of await listLooseRefs(gitDir, below.slice(0, -1))) {
    const text = await readText(path.join(gitDir, name), null);
    if (text !== null) loose.set(name, idIn(text) ?? text.trim());
  }
  // Read last: git takes the file of a ref away once it is packed.
  const packed = [...(await readPackedRefs(gitDir))].filter(([name]) => name.startsWith(below));
  return new Map([...packed, ...loose]);
}

/** Whether a name can be a ref: HEAD or one below refs/, and never a path out of it (git-check-ref-format(1)). */
export function isRefName(name: string): boolean {
  if (name === 'HEAD') return true;
  return (
    name.startsWith('refs/') &&
    !/[\p{Cc} ~^:?*[\\]|\.\.|@\{/u.test(name) &&
    name.split('/').every((part) => part !== '' && !/^\.|\.$|\.lock$/.test(part))
  );
}

interface Followed {
  /** The last name reached. */
  readonly name: string;
  readonly id: string | null;
}

async function followRef(gitDir: string, start: string): Promise<Followed> {
  let name = start;
  for (let depth = 0; depth <= MAX_SYMBOLIC_DEPTH; depth++) {
    if (!isRefName(name)) throw new ContentError('corrupt', { what: name });
    const link = linkedRef(path.join(gitDir, name));
    if (link !== null) {
      name = link;
      continue;
    }
    const text = await readText(path.join(gitDir, name), null);
    if (text === null) return { name, id: (await readPackedRefs(gitDir)).get(name) ?? null };
    const target = symbolicTarget(text);
    const id = idIn(text);
    if (target === null && id === null) throw new ContentError('corrupt', { what: name });
    if (target === null) return { name, id };
    name = target;
  }
  throw new ContentError('corrupt', { what: start });
}

/** The ref that a symbolic one names which is a link of the file system, as with core.preferSymlinkRefs (git-config(1)); null for any other. */
export function linkedRef(file: string): string | null {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return null;
  const target = readlinkSync(file);
  return target.startsWith('refs/') && isRefName(target) ? target : null;
}

/** The id that the file of a ref says, in either case and whatever follows a space, as git reads it (refs/files-backend.c); null for none. */
export function idIn(text: string): string | null {
  return /^([0-9a-f]{40})(?:[ \t\r\n\0]|$)/i.exec(text)?.[1]?.toLowerCase() ?? null;
}

/** The name after `ref:` in the file of a symbolic ref, read as one sign a byte; null in that of any other. */
export function symbolicTarget(text: string): string | null {
  const name = /^ref:[ \t\r\n]*(.*?)[ \t\r\n]*$/s.exec(text)?.[1];
  return name === undefined ? null : Buffer.from(name, 'latin1').toString();
}

/**
 * The refs that are lines of one file: name → id. Each may have a newer value in a file of its own. What is no name of a ref
 * is passed over, for it may be a path out of the repository.
 */
export async function readPackedRefs(gitDir: string): Promise<ReadonlyMap<string, string>> {
  const bytes = Buffer.from(await readText(path.join(gitDir, 'packed-refs'), ''), 'latin1');
  const lines = bytes
    .toString()
    .split('\n')
    .map((line) => /^([0-9a-f]{40}) (refs\/.+)$/i.exec(line));
  return new Map(
    lines.flatMap((line) =>
      line?.[1] && line[2] && isRefName(line[2]) ? [[line[2], line[1].toLowerCase()]] : [],
    ),
  );
}

/** Names starting with a dot or ending with .lock are no refs, nor are pipes and sockets, which have no end: git passes over them too. */
async function listLooseRefs(gitDir: string, folder: string): Promise<readonly string[]> {
  const entries = await ifThere(readdir(path.join(gitDir, folder), { withFileTypes: true }), []);
  const names = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory() || entry.isFile() || entry.isSymbolicLink())
      .filter((entry) => isRefName(`refs/${entry.name}`))
      .map((entry) => {
        const name = `${folder}/${entry.name}`;
        return entry.isDirectory() ? listLooseRefs(gitDir, name) : Promise.resolve([name]);
      }),
  );
  return names.flat();
}

/** The bytes of a file, each as one character, for a damaged one is kept as it was: names are still to be read as UTF-8. */
async function readText<Absent>(file: string, absent: Absent): Promise<string | Absent> {
  return (await readOnTheSpot(file))?.toString('latin1') ?? absent;
}
