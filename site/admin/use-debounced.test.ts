import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countWords } from '#content/model/read-time.ts';
import { countInParts } from './use-debounced.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const FENCED =
  'Avant.\n\n```\nun deux trois\n```\n\nAprès `un` [lien](https://exemple.fr/a/b) <b>gras</b>.\n';

describe('countInParts', () => {
  it.each([
    '',
    'un deux',
    FENCED,
    FENCED.repeat(5000),
    'mot '.repeat(60_000),
    `${'a'.repeat(70_000)}\n~~~\nb`,
  ])('counts what is counted in one go', (text) => {
    let found = -1;
    countInParts(text, (words) => {
      found = words;
    });
    vi.runAllTimers();
    expect(found).toBe(countWords(text));
  });

  it('says nothing once it is stopped', () => {
    let isTold = false;
    const stop = countInParts(FENCED.repeat(5000), () => {
      isTold = true;
    });
    stop();
    vi.runAllTimers();
    expect(isTold).toBe(false);
  });
});
