import { ContentError } from '#content/model/errors.ts';
import { isDotGit } from '../entry-names.ts';
import { parseTree } from '../tree.ts';

const SPACE = 0x20;
const SLASH = 0x2f;
const BACKSLASH = 0x5c;
const ID_BYTES = 20;
const FOLDER = 0o40000;
const SUBMODULE = 0o160000;

/** What an entry of a tree names: a submodule names a commit of another repository. */
export type EntryKind = 'folder' | 'file' | 'submodule';

/**
 * Checks a tree in one pass over its bytes, and tells where the id of each entry is: trees are most of what a history holds,
 * and no string is made of them. Throws ContentError 'corrupt' for what is no tree, names that would lead out of the
 * content or into git's own folder, and one name twice.
 */
export function scanTree(
  bytes: Buffer,
  what: string,
  onEntry: (idAt: number, kind: EntryKind) => void = () => undefined,
): void {
  let isAscending = true;
  let [before, beforeEnd] = [0, 0];
  for (let at = 0; at < bytes.length; ) {
    const { mode, nameAt } = readMode(bytes, at, what);
    const end = endOfName(bytes, nameAt, what);
    if (end === nameAt || end + 1 + ID_BYTES > bytes.length || isOddName(bytes, nameAt, end))
      throw damaged(what);
    if (isAscending && at > 0) isAscending = comesBefore(bytes, before, beforeEnd, nameAt, end);
    [before, beforeEnd] = [nameAt, end];
    onEntry(end + 1, mode === FOLDER ? 'folder' : mode === SUBMODULE ? 'submodule' : 'file');
    at = end + 1 + ID_BYTES;
  }
  // Names that go up are different names; where a folder sorts otherwise the names are compared one by one.
  if (!isAscending) checkDistinct(bytes, what);
}

function readMode(
  bytes: Buffer,
  from: number,
  what: string,
): { readonly mode: number; readonly nameAt: number } {
  let mode = 0;
  let at = from;
  for (; bytes[at] !== SPACE; at++) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 7 || at - from > 7) throw damaged(what);
    mode = mode * 8 + digit;
  }
  if (at === from) throw damaged(what);
  return { mode, nameAt: at + 1 };
}

function endOfName(bytes: Buffer, from: number, what: string): number {
  let at = from;
  for (; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0) return at;
    if (byte === SLASH) throw damaged(what);
  }
  throw damaged(what);
}

function isOddName(bytes: Buffer, from: number, end: number): boolean {
  const first = bytes[from] ?? 0;
  // Only a dot, a g or a character that is not seen can begin one, here or after a backslash.
  const mayBegin = first === 0x2e || (first | 0x20) === 0x67 || first >= 0xe2;
  if (!mayBegin && !bytes.subarray(from, end).includes(BACKSLASH)) return false;
  const name = bytes.toString('utf8', from, end);
  return name === '.' || name === '..' || isDotGit(name);
}

function comesBefore(bytes: Buffer, a: number, aEnd: number, b: number, bEnd: number): boolean {
  let [left, right] = [a, b];
  while (left < aEnd && right < bEnd && bytes[left] === bytes[right]) {
    left += 1;
    right += 1;
  }
  if (left === aEnd || right === bEnd) return left === aEnd && right < bEnd;
  return (bytes[left] ?? 0) < (bytes[right] ?? 0);
}

function checkDistinct(bytes: Buffer, what: string): void {
  const names = parseTree(bytes, what).map(({ name }) => name);
  if (new Set(names).size !== names.length) throw damaged(what);
}

function damaged(what: string): ContentError<'corrupt'> {
  return new ContentError('corrupt', { what });
}
