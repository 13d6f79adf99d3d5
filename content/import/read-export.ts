import { hasCode } from '../model/errors.ts';
import { openExport } from './export-tree.ts';
import type { ImportedItem, SourceFile, System } from './imported.ts';
import { NOT_RECOGNIZED, recognizeTree } from './recognize.ts';
import { readWordPress } from './wordpress.ts';

export type Recognition =
  | { readonly kind: 'known'; readonly system: System }
  /** `reason` is a French sentence, which says what is taken. */
  | { readonly kind: 'refused'; readonly reason: string };

/** Which system these files come from, by what is in them. Unpacks nothing and writes nothing. */
export async function recognizeExport(sources: readonly SourceFile[]): Promise<Recognition> {
  try {
    const tree = await openExport(sources);
    try {
      const found = await recognizeTree(tree);
      return found === null
        ? { kind: 'refused', reason: NOT_RECOGNIZED }
        : { kind: 'known', system: found.system };
    } finally {
      tree.close();
    }
  } catch (error) {
    if (hasCode(error, 'invalid')) return { kind: 'refused', reason: error.data.reason };
    throw error;
  }
}

export async function* readExport(
  files: readonly SourceFile[],
  how: {
    readonly signal: AbortSignal;
    readonly onBytes: (bytes: number) => void;
    readonly workFolder: string;
  },
): AsyncGenerator<ImportedItem> {
  yield* readWordPress(files, how);
}
