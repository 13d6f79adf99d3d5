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

/** The entries of a tree object, in its order. Throws ContentError 'corrupt' when the bytes are not a tree. */
export function parseTree(bytes: Buffer, what = 'tree'): readonly TreeEntry[] {
  const entries: TreeEntry[] = [];
  let at = 0;
  while (at < bytes.length) {
    const space = bytes.indexOf(0x20, at);
    const end = bytes.indexOf(0, space);
    const mode = bytes.toString('latin1', at, Math.max(space, at));
    if (!MODE.test(mode) || end <= space + 1 || end + 21 > bytes.length)
      throw new ContentError('corrupt', { what });
    entries.push({
      mode,
      name: decodeName(bytes.subarray(space + 1, end)),
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
  const sorted = entries
    .map((entry) => ({ entry, name: encodeName(entry.name), key: encodeName(sortKey(entry)) }))
    .sort((a, b) => Buffer.compare(a.key, b.key));
  const names = new Set<string>();
  for (const { entry } of sorted) {
    if (entry.name === '' || entry.name.includes('\0') || names.has(entry.name)) {
      throw new TypeError(`not a name for a tree: ${JSON.stringify(entry.name)}`);
    }
    names.add(entry.name);
  }
  return Buffer.concat(
    sorted.flatMap(({ entry, name }) => [
      Buffer.from(`${entry.mode} `, 'latin1'),
      name,
      Buffer.from(`00${entry.id}`, 'hex'),
    ]),
  );
}

function sortKey(entry: TreeEntry): string {
  return isFolder(entry) ? `${entry.name}/` : entry.name;
}

/** The name of a file in git's bytes; {@link TreeEntry} says what stands for bytes that are not UTF-8. */
export function decodeName(bytes: Buffer): string {
  const name = bytes.toString();
  return name.includes('\uFFFD') && !Buffer.from(name).equals(bytes) ? decodeForeignName(bytes) : name;
}

/** One lone surrogate for each byte above ASCII, as Python's `surrogateescape` does. */
function decodeForeignName(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (character) => String.fromCharCode(0xdc00 + character.charCodeAt(0)));
}

/** What {@link decodeName} decoded, byte for byte. */
export function encodeName(name: string): Buffer {
  if (!/[\uDC80-\uDCFF]/u.test(name)) return Buffer.from(name);
  return Buffer.concat(
    Array.from(name, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return code >= 0xdc80 && code <= 0xdcff ? Buffer.of(code - 0xdc00) : Buffer.from(character);
    }),
  );
}
