import { describe, expect, it } from 'vitest';
import { after, does, stateOf } from '#site/testing/markdown-state.ts';
import { codeBlock, insertBlock, moveBehindImage, RULE, TABLE, writeAfterImage } from './insert.ts';

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

describe('moveBehindImage', () => {
  it('makes a paragraph of letters right behind an image, and of nothing else', () => {
    expect(does(moveBehindImage, '![a](/a.webp)Ê‹')).toBe('![a](/a.webp)\n\nÊ‹');
    for (const written of [
      '![](/a.webp)‹',
      '![](/a.webp) Ê‹',
      '![](/a.webp)un‹ mot',
      'Un ![](/a.webp)Ê‹',
      '![a]Ê‹',
    ])
      expect(does(moveBehindImage, written)).toBe(null);
  });
});

describe('insertBlock', () => {
  it('leaves an empty line on both sides', () => {
    const state = stateOf('un‹\ndeux');
    expect(state.update(insertBlock(state, RULE)).state.doc.toString()).toBe('un\n\n---\n\ndeux');
  });

  it('takes the place of an empty line', () => {
    const state = stateOf('un\n‹\ndeux');
    expect(state.update(insertBlock(state, RULE)).state.doc.toString()).toBe('un\n\n---\n\ndeux');
  });

  it.each(['| a‹ | b |\n| - | - |\n| 1 | 2 |', '```\na‹\n```', 'Titre‹\n==='])(
    'does not cut %j in two',
    (block) => {
      const state = stateOf(block);
      expect(state.update(insertBlock(state, RULE)).state.doc.toString()).toBe(
        `${state.doc.toString()}\n\n---`,
      );
    },
  );

  const code = (written: string) => {
    const state = stateOf(written);
    return after(state, insertBlock(state, codeBlock('a\nb')));
  };
  const CODE = '```\n‹a\nb›\n```';

  it('sets a block in as far as the item that goes on under it, which else would be code', () => {
    const set = (columns: number) => CODE.replaceAll('\n', `\n${' '.repeat(columns)}`);
    expect(code('- un‹\n    - deux')).toBe(`- un\n\n  ${set(2)}\n\n    - deux`);
    expect(code('1. un\n   - deux‹\n   - trois')).toBe(`1. un\n   - deux\n\n   ${set(3)}\n\n   - trois`);
    expect(code('- [ ] un‹\n\n  suite')).toBe(`- [ ] un\n\n  ${set(2)}\n\n  suite`);
    expect(code('- un\n\n‹\n\n  suite')).toBe(`- un\n\n  ${set(2)}\n\n  suite`);
    expect(code('> - un‹\n>     - deux')).toBe(
      `> - un\n>\n>   ${CODE.replaceAll('\n', '\n>   ')}\n>\n>     - deux`,
    );
  });

  it('writes at the margin behind an item that ends there', () => {
    expect(code('- un‹\n- deux')).toBe(`- un\n\n${CODE}\n\n- deux`);
    expect(code('- un\n    - deux‹')).toBe(`- un\n    - deux\n\n${CODE}`);
    const state = stateOf('- un‹');
    expect(after(state, insertBlock(state, TABLE))).toMatch(/^- un\n\n\| ‹Colonne 1› \|/);
  });
});
