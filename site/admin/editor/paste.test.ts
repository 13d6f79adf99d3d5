import { describe, expect, it } from 'vitest';
import { after, stateOf } from '#site/testing/markdown-state.ts';
import { pasteMarkdown } from './paste.ts';

function pasted(written: string, markdown: string): string | null {
  const state = stateOf(written);
  return after(state, pasteMarkdown(state, state.selection.main, markdown));
}

describe('pasteMarkdown', () => {
  it('keeps words in their sentence', () => {
    expect(pasted('un ‹mot› ici', '**gras**')).toBe('un **gras**‹ ici');
  });

  it('sets titles, lists and tables apart from the words around', () => {
    expect(pasted('Avant ‹après', '## Titre\n\n- un')).toBe('Avant\n\n## Titre\n\n- un‹\n\naprès');
    expect(pasted('Avant‹', '| a | b |\n| --- | --- |')).toBe('Avant\n\n| a | b |\n| --- | --- |‹');
  });

  it('lets the first of several paragraphs go on with the sentence', () => {
    expect(pasted('Un ‹fin', 'deux\n\ntrois')).toBe('Un deux\n\ntrois‹\n\nfin');
  });

  it('is words of one cell in a table, whose row would end there', () => {
    const table = (cell: string) => `| a | b |\n| - | - |\n| Loyer ${cell} | 900 |`;
    expect(pasted(table('‹'), 'un\n\ndeux\\\ntrois')).toBe(table('un deux trois‹'));
    expect(pasted(table('‹'), 'un\r\ndeux\r\n')).toBe(table('un deux‹'));
    expect(pasted(table('‹'), '3 | 4')).toBe(table('3 \\| 4‹'));
    expect(pasted(`${table('')}‹`, '\n\nAprès')).toBe(`${table('')}\n\nAprès‹`);
  });

  it('keeps whole rows whole, and the row they are pasted in', () => {
    const table = '| a | b |\n| - | - |\n| Loyer | 900 |';
    const row = '| Charges | 20 |';
    const end = '\n| fin | 1 |';
    expect(pasted(`${table.replace('Loyer', 'Loyer‹')}${end}`, row)).toBe(`${table}\n${row}‹${end}`);
    expect(pasted(`${table.replace('Loyer', '‹Loyer›')}${end}`, `\n${row}\r\n`)).toBe(
      `${table}\n${row}‹${end}`,
    );
    expect(pasted(table.replace('a |', 'a ‹|'), row)).toBe(`| a | b |\n| - | - |\n${row}‹\n| Loyer | 900 |`);
    expect(pasted(`${table}\n‹${end.trim()}`, `${row}\n${row}\n`)).toBe(
      `${table}\n${row}\n${row}\n‹${end.trim()}`,
    );
    expect(pasted(`${table}\n‹| x | 1 |›${end}`, row)).toBe(`${table}\n${row}‹${end}`);
    // Neither the rule under the head nor half a row is taken apart.
    expect(pasted(table.replace('| - |', '‹| - |'), row)).toBe(
      `| a | b |\n| - | - |\n${row}‹\n| Loyer | 900 |`,
    );
    expect(pasted(table.replace('| Loy', '‹| Loy›'), row)).toBe(`${table}\n${row}‹`);
  });

  it('adds nothing on a line of its own', () => {
    expect(pasted('Avant\n\n‹\n\naprès', '- un')).toBe('Avant\n\n- un‹\n\naprès');
  });
});
