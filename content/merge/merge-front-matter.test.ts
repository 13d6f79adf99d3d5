import { describe, expect, it } from 'vitest';
import { merge, post, shown } from '#content/testing/merged-texts.ts';

describe('mergePosts, of two front matters', () => {
  it.each([
    [
      'two fields',
      ['title: Un', 'excerpt: A'],
      ['title: Deux', 'excerpt: A'],
      ['title: Un', 'excerpt: B'],
      ['title: Deux', 'excerpt: B'],
    ],
    ['one field to the same', ['title: Un'], ['title: Deux'], ["title: 'Deux'"], ["title: 'Deux'"]],
    [
      'a field added by each',
      ['title: Un'],
      ['title: Un', 'excerpt: A'],
      ['title: Un', 'coverImage: /images/a.jpg'],
      ['title: Un', 'excerpt: A', 'coverImage: /images/a.jpg'],
    ],
    [
      'a field removed by ours',
      ['title: Un', 'excerpt: A'],
      ['title: Un'],
      ['title: Deux', 'excerpt: A'],
      ['title: Deux'],
    ],
    [
      'a comment of theirs',
      ['title: Un', 'excerpt: A'],
      ['title: Un', 'excerpt: B'],
      ['# note', 'title: Deux', 'excerpt: A'],
      ['# note', 'title: Deux', 'excerpt: B'],
    ],
    [
      'a comment of ours',
      ['title: Un', 'excerpt: A'],
      ['# note', 'title: Un', 'excerpt: B'],
      ['title: Deux', 'excerpt: A'],
      ['# note', 'title: Deux', 'excerpt: B'],
    ],
    [
      'an unknown key of ours',
      ['title: Un'],
      ['title: Un', 'layout: large'],
      ['title: Deux'],
      ['title: Deux', 'layout: large'],
    ],
    [
      'an unknown key of theirs',
      ['title: Un', 'layout: petit'],
      ['title: Deux', 'layout: petit'],
      ['title: Un', 'layout: large # note'],
      ['title: Deux', 'layout: large # note'],
    ],
    [
      'the quotes of theirs',
      ['title: "Un"', 'excerpt: A'],
      ['title: "Un"', 'excerpt: B'],
      ["title: 'Deux'", 'excerpt: A'],
      ["title: 'Deux'", 'excerpt: B'],
    ],
    [
      'tags added by both',
      ['title: Un', 'tags: [a, b]'],
      ['title: Un', 'tags: [a, b, nous]'],
      ['title: Un', 'tags: [a, eux, b]'],
      ['title: Un', 'tags: [a, eux, b, nous]'],
    ],
    [
      'a tag removed, one added',
      ['title: Un', 'tags: [a, b]'],
      ['title: Un', 'tags: [b]'],
      ['title: Un', 'tags: [a, b, c]'],
      ['title: Un', 'tags: [b, c]'],
    ],
    [
      'the same tag added by both',
      ['title: Un', 'tags: [a]'],
      ['title: Un', 'tags: [a, x]'],
      ['title: Un', 'tags: [x, a]'],
      ['title: Un', 'tags: [x, a]'],
    ],
    [
      'all tags removed by ours, one by theirs',
      ['title: Un', 'tags: [a, b]'],
      ['title: Un', 'tags: []'],
      ['title: Un', 'tags: [b]'],
      ['title: Un'],
    ],
    [
      'tags put in order by ours',
      ['title: Un', 'tags: [a, b]'],
      ['title: Un', 'tags: [b, a]'],
      ['title: Deux', 'tags: [a, b]'],
      ['title: Deux', 'tags: [b, a]'],
    ],
    [
      'published by ours, retitled by theirs',
      ['title: Un'],
      ['title: Un', 'published: 2026-01-05T08:00:00.000Z', 'isPublished: true'],
      ['title: Deux'],
      ['title: Deux', 'published: 2026-01-05T08:00:00.000Z', 'isPublished: true'],
    ],
    [
      'the same date in two forms',
      ['title: Un'],
      ['title: Un', 'published: 2026-01-05T09:00:00+01:00'],
      ['title: Un', 'published: "2026-01-05T08:00:00Z"'],
      ['title: Un', 'published: "2026-01-05T08:00:00Z"'],
    ],
    [
      'comments of both above one key and another',
      ['# un', 'title: Un', 'excerpt: A'],
      ['# un à nous', 'title: Un', 'excerpt: A'],
      ['# un', 'title: Un', '# deux à eux', 'excerpt: A'],
      ['# un à nous', 'title: Un', '# deux à eux', 'excerpt: A'],
    ],
    [
      'both versions of a comment that both changed',
      ['# un', 'title: Un'],
      ['# nous', 'title: Un'],
      ['# eux', 'title: Un'],
      ['# eux', 'title: Un', '# nous'],
    ],
    [
      'comments after values, and one at the end',
      ['title: Un', 'excerpt: A', 'layout: a'],
      ['title: Deux # nous', 'excerpt: A # b', 'layout: a', '# fin'],
      ['title: Deux # eux', 'excerpt: A', 'layout: b # "c" # d'],
      ['title: Deux # eux', 'excerpt: A # b', 'layout: b # "c" # d', '# fin', '# nous'],
    ],
    [
      'a comment about a key that theirs removed',
      ['title: Un', 'excerpt: A'],
      ['title: Un', '# pourquoi', 'excerpt: A'],
      ['title: Un'],
      ['title: Un', '# pourquoi'],
    ],
    [
      'unknown keys that each changed or added, nested ones whole',
      ['title: Un', 'layout: a', 'seo:', '  robots: none'],
      ['title: Un', 'layout: b', 'seo:', '  robots: none', 'serie: nous'],
      ['title: Un', 'layout: a', 'seo:', '  robots: all', '  # note', '  depth: 2', 'ordre: 3'],
      [
        'title: Un',
        'layout: b',
        'seo:',
        '  robots: all',
        '  # note',
        '  depth: 2',
        'serie: nous',
        'ordre: 3',
      ],
    ],
    [
      'an unknown key that one removed, beside another',
      ['title: Un', 'layout: a', 'serie: x'],
      ['title: Un', 'serie: x'],
      ['title: Un', 'layout: a', 'serie: y'],
      ['title: Un', 'serie: y'],
    ],
    [
      'keys put in order by ours: the order of theirs',
      ['title: Un', 'excerpt: A'],
      ['excerpt: A', '# haut', 'title: Un'],
      ['title: Deux', 'excerpt: A', 'layout: b'],
      ['# haut', 'title: Deux', 'excerpt: A', 'layout: b'],
    ],
  ] as const)('%s', (_, base, ours, theirs, merged) => {
    expect(shown(merge(post(base), post(ours), post(theirs)))).toBe(post(merged));
  });

  it.each([
    ['one field to two values', ['title: Un'], ['title: Deux'], ['title: Trois'], ['title']],
    [
      'a field removed that theirs changed',
      ['title: Un', 'excerpt: A'],
      ['title: Un'],
      ['title: Un', 'excerpt: B'],
      ['excerpt'],
    ],
    [
      'two fields, one agreed',
      ['title: Un', 'excerpt: A', 'category: C'],
      ['title: X', 'excerpt: B', 'category: N'],
      ['title: Y', 'excerpt: B', 'category: E'],
      ['title', 'category'],
    ],
    [
      'one unknown key to two values',
      ['title: Un', 'layout: a'],
      ['title: Un', 'layout: b'],
      ['title: Un', 'layout: c'],
      ['layout'],
    ],
    [
      'one unknown key added with two values, beside one that theirs added',
      ['title: Un'],
      ['title: Un', 'layout: b'],
      ['title: Un', 'layout: c', 'serie: x'],
      ['layout'],
    ],
    [
      'one nested key changed by both',
      ['title: Un', 'seo:', '  a: 1', '  b: 1'],
      ['title: Un', 'seo:', '  a: 2', '  b: 1'],
      ['title: Un', 'seo:', '  a: 1', '  b: 2'],
      ['seo'],
    ],
    [
      'an unknown key that ours removed and theirs changed',
      ['title: Un', 'layout: a'],
      ['title: Un'],
      ['title: Un', 'layout: b'],
      ['layout'],
    ],
  ] as const)('asks about %s', (_, base, ours, theirs, fields) => {
    const body = [{ kind: 'agreed', text: 'Texte.\n' }];
    expect(merge(post(base), post(ours), post(theirs))).toMatchObject({ kind: 'conflict', fields, body });
  });

  it('asks about a front matter in braces whose comments both changed', () => {
    const braces = (comment: string, title: string) =>
      `---\n{\n  title: ${title}, # ${comment}\n}\n---\nA.\n`;
    const merged = merge(braces('a', 'Un'), braces('b', 'Un'), braces('c', 'Un'));
    expect(merged.kind).toBe('conflict');
  });

  it('asks about a post that would be published without a date', () => {
    const base = post(['title: Un', 'published: 2026-01-05', 'isPublished: false']);
    const ours = post(['title: Un', 'isPublished: false']);
    const theirs = post(['title: Un', 'published: 2026-01-05', 'isPublished: true']);
    expect(merge(base, ours, theirs)).toMatchObject({
      kind: 'conflict',
      fields: ['published', 'isPublished'],
    });
  });

  it('merges fields and the body at once, and answers both disputes', () => {
    const base = post(['title: Un'], 'A.\n\nB.\n');
    const ours = post(['title: Nous'], 'A nous.\n\nB.\n');
    const theirs = post(['title: Eux'], 'A eux.\n\nB bis.\n');
    expect(merge(base, ours, theirs)).toMatchObject({
      kind: 'conflict',
      fields: ['title'],
      body: [
        { kind: 'disputed', base: 'A.\n\n', theirs: 'A eux.\n\n', yours: 'A nous.\n\n' },
        { kind: 'agreed', text: 'B bis.\n' },
      ],
      stated: { title: 'Eux' },
    });
  });
});
