import type { ReactNode } from 'react';
import type { MarkedText } from '#content/contract/search-operations.ts';
import { frenchSpaces } from '#content/model/french-spaces.ts';

/** A text with what was looked for in it marked. French spaces replace ordinary ones: nothing moves. */
export function Marked({ marked: { text, ranges } }: { readonly marked: MarkedText }): ReactNode {
  const shown = frenchSpaces(text);
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    parts.push(shown.slice(at, start), <mark key={start}>{shown.slice(start, end)}</mark>);
    at = end;
  }
  return [...parts, shown.slice(at)];
}
