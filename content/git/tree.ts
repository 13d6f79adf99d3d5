import { ContentError } from '#content/model/errors.ts';

/** An entry of a tree. `mode` is written as git wrote it: 100644, 100755, 40000, 120000 (symlink), 160000 (submodule). */
export interface TreeEntry {
  readonly mode: string;
  /**
   * The name of one file or folder. Bytes that are not UTF-8 stand as lone surrogates U+DC80 to U+DCFF, so that any
   * name comes back byte for byte from {@link formatTree}.
   */
  readonly name: string;
  readonly id: string;
}

export const FILE_MODE = '100644';
export const FOLDER_MODE = '40000';

/** Whether the entry is a folder; very old trees write its mode with a leading zero. */
export function isFolder(entry: Pick<TreeEntry, 'mode'>): boolean {
  return entry.mode === FOLDER_MODE || entry.mode === '040000';
}

/** Whether the entry is a regular file, executable or not: neither a folder, a symlink nor a submodule. */
export function isRegularFile(entry: Pick<TreeEntry, 'mode'>): boolean {
  return /^100[0-7]{3}$/.test(entry.mode);
}

/** Whether the entry is a symbolic link: a blob too, which holds where it leads. */
export function isLink(entry: Pick<TreeEntry, 'mode'>): boolean {
  return entry.mode === '120000';
}

/** Whether the entry is a submodule: it names a commit of another repository. */
export function isSubmodule(entry: Pick<TreeEntry, 'mode'>): boolean {
  return entry.mode === '160000';
}

const MODE = /^[0-7]+$/;
/** Stands for bytes that are no UTF-8, and may stand in a name itself. */
const REPLACEMENT = '\uFFFD';

/** The entries of a tree object, in its order. Throws ContentError 'corrupt' when the bytes are not a tree. */
export function parseTree(bytes: Buffer, what = 'tree'): readonly TreeEntry[] {
  const entries: TreeEntry[] = [];
  let at = 0;
  while (at < bytes.length) {
    const space = bytes.indexOf(0x20, at);
    const end = bytes.indexOf(0, space);
    const mode = bytes.toString('latin1', at, Math.max(space, at));
    if ((mode !== FILE_MODE && !MODE.test(mode)) || end <= space + 1 || end + 21 > bytes.length)
      throw new ContentError('corrupt', { what });
    const name = bytes.toString('utf8', space + 1, end);
    entries.push({
      mode,
      name: name.includes(REPLACEMENT) ? decodeName(bytes.subarray(space + 1, end)) : name,
      id: bytes.toString('hex', end + 1, end + 21),
    });
    at = end + 21;
  }
  return entries;
}

/**
 * The bytes of a tree, in the order git demands: by the bytes of names, a folder's as if it ended with a slash.
 * Refuses (TypeError: callers check paths first) names that no tree can hold, and the same name twice. One with a slash
 * can only have been there before: it stays.
 */
export function formatTree(entries: readonly TreeEntry[]): Buffer {
  const sorted = inTreeOrder(entries);
  const folders = new Set(sorted.filter(isFolder).map(({ name }) => name));
  let size = 0;
  let before = '';
  for (const entry of sorted) {
    const { mode, name } = entry;
    const isTwice = before === name || (!isFolder(entry) && folders.has(name));
    if (name === '' || name.includes('\0') || isTwice)
      throw new TypeError(`not a name for a tree: ${JSON.stringify(name)}`);
    size += mode.length + (isForeign(name) ? encodeName(name).length : Buffer.byteLength(name)) + 22;
    before = name;
  }
  const bytes = Buffer.alloc(size);
  let at = 0;
  for (const { mode, name, id } of sorted) {
    at += bytes.write(`${mode} `, at, 'latin1');
    at += (isForeign(name) ? encodeName(name).copy(bytes, at) : bytes.write(name, at)) + 1;
    at += bytes.write(id, at, 'hex');
  }
  return bytes;
}

/** From here on the order of a text's code units is not that of the bytes of its name. */
const ABOVE = /[\uD800-\uFFFF]/;

/** Entries in the order of {@link formatTree}. */
export function inTreeOrder(entries: readonly TreeEntry[]): readonly TreeEntry[] {
  if (!entries.some(({ name }) => ABOVE.test(name)))
    return entries.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  return entries
    .map((entry) => ({ entry, key: encodeName(sortKey(entry)) }))
    .sort((a, b) => Buffer.compare(a.key, b.key))
    .map(({ entry }) => entry);
}

function sortKey(entry: TreeEntry): string {
  return isFolder(entry) ? `${entry.name}/` : entry.name;
}

/** The name of a file in git's bytes; {@link TreeEntry} says what stands for bytes that are not UTF-8. */
export function decodeName(bytes: Buffer): string {
  const name = bytes.toString();
  return name.includes(REPLACEMENT) && !Buffer.from(name).equals(bytes) ? decodeForeignName(bytes) : name;
}

/** One lone surrogate for each byte above ASCII, as Python's `surrogateescape` does. */
function decodeForeignName(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (character) => String.fromCharCode(0xdc00 + character.charCodeAt(0)));
}

/** Whether bytes of the name are no UTF-8. */
function isForeign(name: string): boolean {
  return /[\uDC80-\uDCFF]/u.test(name);
}

/** What {@link decodeName} decoded, byte for byte. */
export function encodeName(name: string): Buffer {
  if (!isForeign(name)) return Buffer.from(name);
  return Buffer.concat(
    Array.from(name, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return code >= 0xdc80 && code <= 0xdcff ? Buffer.of(code - 0xdc00) : Buffer.from(character);
    }),
  );
}
