import { withoutFencedCode } from '#content/model/fenced-code.ts';
import { countWords } from '#content/model/read-time.ts';

/** Characters that are counted in one go. */
const PART = 65_536;

/** Counts the words of a long text part by part, so that a key in between does not wait; gives what stops it. */
export function countInParts(text: string, onDone: (words: number) => void): () => void {
  const prose = withoutFencedCode(text);
  let words = 0;
  let at = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function count(): void {
    // Without its fenced code a text is counted line by line.
    const end = prose.indexOf('\n', at + PART);
    words += countWords(prose.slice(at, end === -1 ? undefined : end));
    at = end;
    if (end === -1) onDone(words);
    else timer = setTimeout(count);
  }
  count();
  return () => clearTimeout(timer);
}
