import { describe, expect, it } from 'vitest';
import { after, stateOf } from '#site/testing/markdown-state.ts';
import { type BlockFormat, toggleBlock } from './blocks.ts';

function toggled(written: string, format: BlockFormat): string | null {
  const state = stateOf(written);
  return after(state, toggleBlock(state, format));
}

describe('toggleBlock', () => {
  it('makes a title of a line, of another level, and plain again', () => {
    expect(toggled('mot‹', 'heading-2')).toBe('## mot‹');
    expect(toggled('## mot‹', 'heading-3')).toBe('### mot‹');
    expect(toggled('## mot‹', 'heading-2')).toBe('mot‹');
  });

  it('makes items of all the selected lines that have words', () => {
    expect(toggled('‹un\n\ndeux›', 'bullets')).toBe('- ‹un\n\n- deux›');
    expect(toggled('‹un\ndeux›', 'numbers')).toBe('1. ‹un\n2. deux›');
  });

  it('changes one kind of list into the other, and takes it off', () => {
    expect(toggled('- ‹un\n- deux›', 'numbers')).toBe('1. ‹un\n2. deux›');
    expect(toggled('1. ‹un\n2. deux›', 'numbers')).toBe('‹un\n\ndeux›');
  });

  it('quotes lines, their signs included', () => {
    expect(toggled('‹un\n- deux›', 'quote')).toBe('> ‹un\n> - deux›');
    expect(toggled('> ‹un\n> - deux›', 'quote')).toBe('‹un\n- deux›');
  });

  it('makes paragraphs of what it takes off, which would go on with the words above', () => {
    expect(toggled('- un\n- deux‹', 'bullets')).toBe('- un\n\ndeux‹');
    expect(toggled('1. un‹\n2. deux', 'numbers')).toBe('un‹\n\n2. deux');
    expect(toggled('- un‹\n  suite\n\nfin', 'bullets')).toBe('un‹\nsuite\n\nfin');
    expect(toggled('- un\n  - deux‹', 'bullets')).toBe('- un\n\n  deux‹');
    expect(toggled('> - un\n> - deux‹\n> - trois', 'bullets')).toBe('> - un\n>\n> deux‹\n>\n> - trois');
    expect(toggled('> un\n> deux‹', 'quote')).toBe('> un\n\ndeux‹');
    expect(toggled('> > un\n> > deux‹', 'quote')).toBe('> > un\n>\n> deux‹');
    expect(toggled('> un\n>\n> deux‹', 'quote')).toBe('> un\n>\ndeux‹');
    expect(toggled('un\n## Titre‹\ndeux', 'heading-2')).toBe('un\n\nTitre‹\n\ndeux');
    expect(toggled('Titre‹\n---\ndeux', 'heading-2')).toBe('Titre‹\n\ndeux');
  });

  it('takes the room of a sign that goes off the lines under it, which would be code', () => {
    expect(toggled('- un‹\n    - deux\n        - trois', 'bullets')).toBe('un‹\n\n  - deux\n      - trois');
    expect(toggled('- un‹\n\t- deux\n- trois', 'bullets')).toBe('un‹\n\n  - deux\n- trois');
    expect(toggled('1. un‹\n    1. deux', 'numbers')).toBe('un‹\n\n 1. deux');
    expect(toggled('- ‹un\n    - deux\n        - trois›', 'bullets')).toBe('‹un\n\n  deux\n\n  trois›');
    expect(toggled('- un\n    - deux‹\n        - trois', 'bullets')).toBe('- un\n\n    deux‹\n\n    - trois');
    expect(toggled('> -   un‹\n>\n>     suite', 'bullets')).toBe('> un‹\n>\n> suite');
    expect(toggled('- un‹\n    - deux', 'heading-2')).toBe('## un‹\n  - deux');
    expect(toggled('- un\n\n  ## Titre‹\n\n      code', 'heading-3')).toBe(
      '- un\n\n  ### Titre‹\n\n      code',
    );
    expect(toggled('- un‹\n    - deux', 'numbers')).toBe('1. un‹\n    - deux');
  });

  it('makes one quote of several paragraphs', () => {
    expect(toggled('‹un\n\ndeux›\n\ntrois', 'quote')).toBe('> ‹un\n>\n> deux›\n\ntrois');
    expect(toggled('> ‹un\n>\n> deux›', 'quote')).toBe('‹un\n\ndeux›');
  });

  it('works inside of a quote', () => {
    expect(toggled('> mot‹', 'bullets')).toBe('> - mot‹');
  });

  it('makes another title of an underlined one, or none', () => {
    expect(toggled('avant\n\nTi‹tre\n===\n\naprès', 'heading-2')).toBe('avant\n\n## Ti‹tre\n\naprès');
    expect(toggled('Titre\n--‹-', 'heading-3')).toBe('### Titre‹');
    expect(toggled('Titre‹\n---', 'heading-2')).toBe('Titre‹');
    expect(toggled('> De deux\n> lignes‹\n> ===', 'heading-2')).toBe('> ## De deux lignes‹');
  });

  it('quotes an underlined title with its line, and makes one item of it', () => {
    expect(toggled('Titre‹\n===', 'quote')).toBe('> Titre‹\n> ===');
    expect(toggled('Titre‹\n===', 'bullets')).toBe('- Titre‹');
  });

  it('starts a list on an empty line', () => {
    expect(toggled('‹', 'bullets')).toBe('- ‹');
  });
});
