import { redoDepth, undoDepth } from '@codemirror/commands';
import { syntaxTreeAvailable } from '@codemirror/language';
import type { EditorState, TransactionSpec } from '@codemirror/state';
import { BLOCK_FORMATS, type BlockFormat, hasBlockFormat, toggleBlock } from './commands/blocks.ts';
import { hasInlineFormat, INLINE_FORMATS, type InlineFormat, toggleInline } from './commands/inline.ts';
import { isInLink } from './commands/links.ts';
import { isInTable } from './commands/tables.ts';

/** What is given to words or lines, and taken off again. */
export type Format = InlineFormat | BlockFormat;
export const FORMATS: readonly Format[] = [...INLINE_FORMATS, ...BLOCK_FORMATS];

/** Gives what is selected a format, or takes it off. */
export function toggleFormat(state: EditorState, format: Format): TransactionSpec {
  return isInline(format) ? toggleInline(state, format) : toggleBlock(state, format);
}

function isInline(format: Format): format is InlineFormat {
  return INLINE_FORMATS.some((name) => name === format);
}

/** What the buttons of the toolbar show: what is on at the cursor, and what can be done. */
export interface Formats {
  readonly on: readonly (Format | 'link' | 'table')[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

export const NO_FORMATS: Formats = { on: [], canUndo: false, canRedo: false };

/** Null where the text has not been read as far as the selection yet, which no key waits for. */
export function readFormats(state: EditorState): Formats | null {
  const end = state.doc.lineAt(state.selection.main.to).to;
  if (!syntaxTreeAvailable(state, end)) return null;
  const given = FORMATS.filter((format) =>
    isInline(format) ? hasInlineFormat(state, format) : hasBlockFormat(state, format),
  );
  const link = isInLink(state) ? (['link'] as const) : [];
  const table = isInTable(state) ? (['table'] as const) : [];
  return {
    on: [...given, ...link, ...table],
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
  };
}
