import { redoDepth, undoDepth } from '@codemirror/commands';
import { syntaxTreeAvailable } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { type BlockFormat, hasBlockFormat } from './commands/blocks.ts';
import { hasInlineFormat, type InlineFormat } from './commands/inline.ts';
import { isInLink } from './commands/links.ts';
import { isInTable } from './commands/tables.ts';

/** What the buttons of the toolbar show: what is on at the cursor, and what can be done. */
export type Formats = Readonly<
  Record<InlineFormat | BlockFormat | 'link' | 'table' | 'canUndo' | 'canRedo', boolean>
>;

/** Null where the text has not been read as far as the selection yet, which no key waits for. */
export function readFormats(state: EditorState): Formats | null {
  const end = state.doc.lineAt(state.selection.main.to).to;
  if (!syntaxTreeAvailable(state, end)) return null;
  return {
    strong: hasInlineFormat(state, 'strong'),
    emphasis: hasInlineFormat(state, 'emphasis'),
    strike: hasInlineFormat(state, 'strike'),
    code: hasInlineFormat(state, 'code'),
    'heading-2': hasBlockFormat(state, 'heading-2'),
    'heading-3': hasBlockFormat(state, 'heading-3'),
    bullets: hasBlockFormat(state, 'bullets'),
    numbers: hasBlockFormat(state, 'numbers'),
    quote: hasBlockFormat(state, 'quote'),
    link: isInLink(state),
    table: isInTable(state),
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
  };
}

export const NO_FORMATS: Formats = {
  strong: false,
  emphasis: false,
  strike: false,
  code: false,
  'heading-2': false,
  'heading-3': false,
  bullets: false,
  numbers: false,
  quote: false,
  link: false,
  table: false,
  canUndo: false,
  canRedo: false,
};

export function isSameFormats(a: Formats, b: Formats): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
