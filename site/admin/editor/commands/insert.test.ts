import { describe, expect, it } from 'vitest';
import { after, stateOf } from '#site/testing/markdown-state.ts';
import { writeAfterImage } from './insert.ts';

function typed(written: string, text = 'a'): string | null {
  const state = stateOf(written);
  const { from, to } = state.selection.main;
  return after(state, writeAfterImage(state, { from, to }, text));
}

describe('writeAfterImage', () => {
  it('starts a paragraph behind an image on a line of its own', () => {
    expect(typed('![un \\[b\\]](/images/2026/a.webp)‹')).toBe('![un \\[b\\]](/images/2026/a.webp)\n\na‹');
    expect(typed('Avant.\n\n![](/a.webp) ‹\n\nAprès.')).toBe('Avant.\n\n![](/a.webp)\n\na‹\n\nAprès.');
  });

  it('leaves alone images among words, in lists and in code, and what is no word', () => {
    expect(typed('Un ![](/a.webp)‹')).toBe(null);
    expect(typed('![](/a.webp) mot‹')).toBe(null);
    expect(typed('- ![](/a.webp)‹')).toBe(null);
    expect(typed('```\n![](/a.webp)‹\n```')).toBe(null);
    expect(typed('![](/a.webp‹)')).toBe(null);
    expect(typed('![un]‹', '(')).toBe(null);
    expect(typed('![](/a.webp)‹', ' ')).toBe(null);
    expect(typed('![](/a.webp)‹', '\n')).toBe(null);
  });
});
