import { useEffect, useRef, useState } from 'react';
import { withoutFencedCode } from '#content/model/fenced-code.ts';
import { countWords, timeOfWords } from '#content/model/read-time.ts';

/** What reads a whole text waits for a pause in typing, in milliseconds. */
const PAUSE = 250;

/** Runs something after a while, in milliseconds, unless what it gives is called before: every pause of the admin is waited for so. */
export function schedule(run: () => void, delay: number): () => void {
  const timer = window.setTimeout(run, delay);
  return () => window.clearTimeout(timer);
}

/** A text as it was at the last pause in typing: what is computed from all of it is memoized by this, so that no key waits. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => schedule(() => setDebounced(text), PAUSE), [text]);
  return debounced;
}

/** The words of a text, as of the last pause in typing. */
export function useWordCount(text: string): number {
  const [words, setWords] = useState(() => countWords(text));
  const isFirst = useRef(true);
  const debounced = useDebounced(text);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else return countInParts(debounced, setWords);
  }, [debounced]);
  return words;
}

/** The read time of a text, as of the last pause in typing. */
export function useReadTime(text: string): string {
  return timeOfWords(useWordCount(text));
}

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
