import { describe, expect, it } from 'vitest';
import { after, stateOf } from '#site/testing/markdown-state.ts';
import { hasInlineFormat, type InlineFormat, toggleInline } from './inline.ts';

function toggled(written: string, format: InlineFormat = 'strong'): string | null {
  const state = stateOf(written);
  return after(state, toggleInline(state, format));
}

describe('toggleInline', () => {
  it('puts signs around what is selected, and leaves spaces outside', () => {
    expect(toggled('un ‹mot › ici')).toBe('un **‹mot›**  ici');
  });

  it('takes them off again', () => {
    expect(toggled('un **‹mot›** ici')).toBe('un ‹mot› ici');
    expect(toggled('un ‹**mot**› ici')).toBe('un ‹mot› ici');
  });

  it('takes the word at the cursor when nothing is selected', () => {
    expect(toggled('un m‹ot ici', 'emphasis')).toBe('un *m‹ot* ici');
  });

  it('leaves the cursor in the word, at its ends too', () => {
    expect(toggled('un ‹mot ici')).toBe('un **‹mot** ici');
    expect(toggled('un mot‹ ici')).toBe('un **mot‹** ici');
  });

  it('opens an empty pair between words, and closes it again', () => {
    expect(toggled('un ‹ ici', 'strike')).toBe('un ~~‹~~ ici');
    expect(toggled('un ~~‹~~ ici', 'strike')).toBe('un ‹ ici');
  });

  it('goes on in plain text from the end of what was written so', () => {
    expect(toggled('un **mot‹**')).toBe('un **mot**‹');
  });

  it('gives each paragraph signs of its own, after those of its block', () => {
    expect(toggled('‹## Titre\n\n- un\n> deux›')).toBe('## **‹Titre**\n\n- **un**\n> **deux›**');
  });

  it('leaves a line end that was asked for between the signs', () => {
    expect(toggled('‹un\\\ndeux›')).toBe('**‹un**\\\n**deux›**');
    expect(toggled('‹un\\\\\ndeux›')).toBe('**‹un\\\\**\n**deux›**');
    expect(toggled('‹\\\ndeux›')).toBe('\\\n**‹deux›**');
  });

  it('gives each cell of a table signs of its own, and its rule none', () => {
    expect(toggled('‹| a | b |\n| - | - |\n| Total | |\n| x\\|y | 1›00 |')).toBe(
      '| **‹a** | **b** |\n| - | - |\n| **Total** | |\n| **x\\|y** | **1›**00 |',
    );
    expect(toggled('> | a | b |\n> | - | - |\n> ‹| 1 | 2 |›')).toBe(
      '> | a | b |\n> | - | - |\n> | **‹1** | **2›** |',
    );
  });

  it('leaves code, rules, underlines, definitions and HTML as they are', () => {
    for (const literal of [
      '```\nx\n```',
      '    x',
      '---',
      '***',
      '[1]: /a "t"',
      '<div>\nx\n</div>',
      '<!-- x -->',
    ])
      expect(toggled(`‹un\n\n${literal}\n\ndeux›`)).toBe(`**‹un**\n\n${literal}\n\n**deux›**`);
    expect(toggled('‹un\n---\n\ndeux›')).toBe('**‹un**\n---\n\n**deux›**');
    expect(toggled('```\n‹x›\n```')).toBe('```\n‹x›\n```');
  });

  it('gives the words of a note signs behind its label, also one word, which could be an address', () => {
    expect(toggled('[^1]: ‹Ibid.›', 'emphasis')).toBe('[^1]: *‹Ibid.›*');
    expect(toggled('    [^1]: ‹x›')).toBe('    [^1]: ‹x›');
    expect(toggled('‹[^1]: Ibid.\n[^2]: Voir là.›')).toBe('[^1]: **‹Ibid.**\n[^2]: **Voir là.›**');
  });

  it('takes away the signs of the same kind inside', () => {
    expect(toggled('‹un **deux** trois›')).toBe('**‹un deux trois›**');
  });

  it('takes in the whole of what it begins or ends in, whose signs would be shown to readers', () => {
    expect(toggled('**gr‹as** suite›')).toBe('**‹gras suite›**');
    expect(toggled('‹avant **gr›as**')).toBe('**‹avant gras›**');
    expect(toggled('**gras**‹suite›')).toBe('**‹grassuite›**');
    expect(toggled('*un ‹deux* trois›')).toBe('**‹*un deux* trois›**');
    expect(toggled('[un ‹lien](/a) suite›')).toBe('**‹[un lien](/a) suite›**');
    expect(toggled('un **de‹ux\ntrois** quatre›')).toBe('un **‹deux\ntrois quatre›**');
  });

  it('stays inside of a link and of another format that hold all of it', () => {
    expect(toggled('[un ‹lien› ici](/a)')).toBe('[un **‹lien›** ici](/a)');
    expect(toggled('*un ‹mot› ici*')).toBe('*un **‹mot›** ici*');
  });

  it('leaves spaces alone as they are, selected as they were', () => {
    expect(toggled('un‹ ›')).toBe('un‹ ›');
    expect(toggled('a‹\n›')).toBe('a‹\n›');
    expect(toggled('a b ‹   › c', 'code')).toBe('a b ‹   › c');
  });

  it('keeps those of another kind', () => {
    expect(toggled('‹un *deux* trois›')).toBe('**‹un *deux* trois›**');
  });
});

describe('hasInlineFormat', () => {
  it('knows what the cursor is in', () => {
    const state = stateOf('un **de*u‹x* trois** `x`');
    expect(hasInlineFormat(state, 'strong')).toBe(true);
    expect(hasInlineFormat(state, 'emphasis')).toBe(true);
    expect(hasInlineFormat(state, 'code')).toBe(false);
  });
});
