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

  it('takes away the signs of the same kind inside', () => {
    expect(toggled('‹un **deux** trois›')).toBe('**‹un deux trois›**');
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
