import { readSafeHtml } from './safe-html.ts';

const VOID = new Set(['br', 'hr', 'img', 'input', 'source', 'wbr']);

/** Our own safe HTML cut after each outermost element; joined, the pieces are `html`. */
export function topLevelHtml(html: string): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  let depth = 0;
  const cut = () => {
    pieces.push(piece);
    piece = '';
  };
  readSafeHtml(html, {
    text(source) {
      piece += source;
    },
    tag({ name, isClosing, source }) {
      // Words that stand alone are a piece of their own.
      if (depth === 0 && !isClosing && piece.trim() !== '') cut();
      piece += source;
      if (!VOID.has(name)) depth += isClosing ? -1 : 1;
      if (depth === 0) cut();
    },
  });
  const last = piece.trim() === '' ? pieces.pop() : undefined;
  return last === undefined && piece === '' ? pieces : [...pieces, (last ?? '') + piece];
}
