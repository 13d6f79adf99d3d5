import { git } from './temporary-repository.ts';

/** An entry of a tree as it is written. */
export interface RawEntry {
  readonly mode: string;
  readonly name: string | Uint8Array;
  readonly id: string;
}

/** Makes blobs and trees in the repository of a folder, whatever git thinks of their names and order. */
export function createRawTrees(cwd: string) {
  const input = (args: readonly string[], bytes: string | Uint8Array) => git(args, { cwd, input: bytes });
  const blob = (text: string | Uint8Array): string => input(['hash-object', '-w', '--stdin'], text);

  function tree(...entries: readonly RawEntry[]): string {
    const bytes = entries.flatMap(({ mode, name, id }) => [
      Buffer.from(`${mode} `),
      Buffer.from(name),
      Buffer.from(`00${id}`, 'hex'),
    ]);
    return input(['hash-object', '-t', 'tree', '-w', '--literally', '--stdin'], Buffer.concat(bytes));
  }

  return {
    blob,
    tree,
    file: (name: string | Uint8Array, text: string | Uint8Array = name.toString()): RawEntry => ({
      mode: '100644',
      name,
      id: blob(text),
    }),
    folder: (name: string, ...entries: readonly RawEntry[]): RawEntry => ({
      mode: '40000',
      name,
      id: tree(...entries),
    }),
    /** What a tree of the repository holds, as entries. */
    entriesOf: (treeish: string): readonly RawEntry[] =>
      input(['ls-tree', '-z', treeish], '')
        .split('\0')
        .filter((line) => line !== '')
        .map((line) => /^(\d+) \w+ (\w+)\t(.+)$/s.exec(line) ?? [])
        .map(([, mode = '', id = '', name = '']) => ({ mode: mode.replace(/^0/, ''), id, name })),
    /** Entries in the order git demands. */
    sorted: (entries: readonly RawEntry[]): readonly RawEntry[] =>
      entries.toSorted((a, b) => Buffer.compare(sortKey(a), sortKey(b))),
  };
}

export type RawTrees = ReturnType<typeof createRawTrees>;

function sortKey({ name, mode }: RawEntry): Buffer {
  return Buffer.concat([Buffer.from(name), Buffer.from(mode === '40000' ? '/' : '')]);
}
