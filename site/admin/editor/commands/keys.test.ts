import { describe, expect, it } from 'vitest';
import { does } from '#site/testing/markdown-state.ts';
import { breakLine, endBlock, joinLines, startParagraph } from './keys.ts';

describe('endBlock', () => {
  it('ends a list or a quote with an empty line', () => {
    expect(does(endBlock, '- un\n- ‹')).toBe('- un\n\n‹');
    expect(does(endBlock, '> un\n> ‹')).toBe('> un\n\n‹');
  });

  it('leaves items with words, and dashes that are no item, alone', () => {
    expect(does(endBlock, '- un‹')).toBe(null);
    expect(does(endBlock, '```\n- ‹\n```')).toBe(null);
  });
});

describe('startParagraph', () => {
  it('leaves an empty line between two paragraphs', () => {
    expect(does(startParagraph, 'un‹ deux')).toBe('un\n\n‹ deux');
    expect(does(startParagraph, '## un‹')).toBe('## un\n\n‹');
  });

  it('has nothing to add to an empty paragraph', () => {
    expect(does(startParagraph, 'un\n\n‹')).toBe('un\n\n‹');
  });

  it('leaves a title what it is whose line is under it', () => {
    expect(does(startParagraph, 'Titre‹\n===\n\naprès')).toBe('Titre\n===\n\n‹\n\naprès');
    expect(does(startParagraph, 'Ti‹tre\n---')).toBe('Ti\n---\n\n‹tre');
    expect(does(startParagraph, 'De‹ deux›\nlignes\n===')).toBe('De\n===\n\n‹\nlignes');
    expect(does(startParagraph, 'Titre\n===‹')).toBe('Titre\n===\n\n‹');
  });

  it('is not for empty lines, lists and code', () => {
    expect(does(startParagraph, 'un\n‹\ndeux')).toBe(null);
    expect(does(startParagraph, '- un‹')).toBe(null);
    expect(does(startParagraph, '```\nun‹\n```')).toBe(null);
  });
});

describe('breakLine', () => {
  it('goes on in a new line of the same paragraph', () => {
    expect(does(breakLine, 'un‹ deux')).toBe('un\\\n‹ deux');
  });

  it('does so in an item and in a quote, where readers would see one line', () => {
    expect(does(breakLine, '- un‹ deux')).toBe('- un\\\n  ‹ deux');
    expect(does(breakLine, '1. un\\\n   deux‹')).toBe('1. un\\\n   deux\\\n   ‹');
    expect(does(breakLine, '> - un‹')).toBe('> - un\\\n>   ‹');
  });

  it('has nothing to add to a line that it broke', () => {
    expect(does(breakLine, 'un\\\n‹')).toBe('un\\\n‹');
    expect(does(breakLine, '> un\\\n> ‹')).toBe('> un\\\n> ‹');
    expect(does(breakLine, 'un\n‹')).toBe(null);
  });

  it('has no line to break in a title, nor before the first word', () => {
    expect(does(breakLine, '## un‹')).toBe(null);
    expect(does(breakLine, '- ‹un')).toBe(null);
  });
});

describe('joinLines', () => {
  it('takes away a line end that was asked for right before Enter, whose sign would be shown', () => {
    expect(does(joinLines, 'un\\\n‹')).toBe('un‹');
    expect(does(joinLines, 'un\\\n‹deux')).toBe('un‹deux');
    expect(does(joinLines, '- un\\\n  ‹')).toBe('- un‹');
    expect(does(joinLines, '> un\\\n> ‹')).toBe('> un‹');
  });

  it('leaves other lines, escaped signs and code alone', () => {
    expect(does(joinLines, 'un\\\nde‹ux')).toBe(null);
    expect(does(joinLines, 'un\\\\\n‹')).toBe(null);
    expect(does(joinLines, '```\ncc \\\n‹\n```')).toBe(null);
    expect(does(joinLines, '‹un')).toBe(null);
  });
});
