import { describe, expect, it } from 'vitest';
import { BODY_SCENARIOS } from '../../testing/merge-scenarios.ts';
import { type MergedPost, mergePosts } from './merge-post.ts';

function merge(base: string, ours: string, theirs: string): MergedPost {
  const bytes = (text: string) => Buffer.from(text, 'utf8');
  return mergePosts({ path: 'posts/a.md', base: bytes(base), ours: bytes(ours), theirs: bytes(theirs) });
}

/** A merged file as text, or what is disputed. */
function shown(merged: MergedPost): unknown {
  return merged.kind === 'merged' ? Buffer.from(merged.bytes).toString('utf8') : merged;
}

const HEAD = '---\ntitle: Un\n---\n';

/** A post with these lines of front matter and this body. */
function post(lines: readonly string[], body = 'Texte.\n'): string {
  return `---\n${lines.map((line) => `${line}\n`).join('')}---\n${body}`;
}

function partsOf(merged: MergedPost): unknown {
  if (merged.kind === 'merged') return Buffer.from(merged.bytes).toString('utf8').slice(HEAD.length);
  return merged.body.map((part) =>
    part.kind === 'agreed' ? part.text : [part.base, part.theirs, part.yours],
  );
}

describe('mergePosts, of two bodies', () => {
  it.each(BODY_SCENARIOS.map((scenario) => [scenario.name, scenario] as const))('%s', (_, scenario) => {
    const merged = merge(HEAD + scenario.base, HEAD + scenario.ours, HEAD + scenario.theirs);
    expect(partsOf(merged)).toEqual(scenario.merged);
    if (merged.kind === 'conflict') expect(merged.fields).toEqual([]);
  });
});

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
  ] as const)('asks about %s', (_, base, ours, theirs, fields) => {
    const body = [{ kind: 'agreed', text: 'Texte.\n' }];
    expect(merge(post(base), post(ours), post(theirs))).toEqual({ kind: 'conflict', fields, body });
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
    expect(merge(base, ours, theirs)).toEqual({
      kind: 'conflict',
      fields: ['title'],
      body: [
        { kind: 'disputed', base: 'A.\n\n', theirs: 'A eux.\n\n', yours: 'A nous.\n\n' },
        { kind: 'agreed', text: 'B bis.\n' },
      ],
    });
  });
});

describe('mergePosts, of line ends and marks', () => {
  const windows = (text: string): string => text.replaceAll('\n', '\r\n');
  const base = post(['title: Un', 'excerpt: A'], 'A.\n\nB.\n');
  const ours = post(['title: Deux', 'excerpt: A'], 'A un.\n\nB.\n');
  const theirs = post(['title: Un', 'excerpt: B'], 'A.\n\nB deux.\n');
  const merged = post(['title: Deux', 'excerpt: B'], 'A un.\n\nB deux.\n');

  it.each([
    ['keeps CRLF', windows(base), windows(ours), windows(theirs), windows(merged)],
    ['takes the line ends of ours when only we changed them', base, windows(ours), theirs, windows(merged)],
    [
      'takes the line ends of theirs when only they changed them',
      base,
      ours,
      windows(theirs),
      windows(merged),
    ],
    ['changes line ends alone', base, windows(base), theirs, windows(theirs)],
    ['goes back to LF with ours', windows(base), ours, windows(theirs), merged],
    ['keeps the mark at the start of theirs', base, ours, `\ufeff${theirs}`, `\ufeff${merged}`],
  ])('%s', (_, first, mine, other, expected) => {
    expect(shown(merge(first, mine, other))).toBe(expected);
  });

  it('leaves the line ends of a file that mixes them as they are', () => {
    const mixed = '---\ntitle: Un\n---\nA.\r\n\r\nB.\n\nC.\n';
    const result = shown(merge(mixed, mixed.replace('A.', 'A un.'), mixed.replace('C.', 'C deux.')));
    expect(result).toBe('---\ntitle: Un\n---\nA un.\r\n\r\nB.\n\nC deux.\n');
  });

  it('gives conflicts in the line ends of the file', () => {
    const result = merge(windows(`${HEAD}A.\n`), windows(`${HEAD}B.\n`), windows(`${HEAD}C.\n`));
    expect(result).toMatchObject({
      body: [
        { kind: 'disputed', base: 'A.', theirs: 'C.', yours: 'B.' },
        { kind: 'agreed', text: '\r\n' },
      ],
    });
  });
});

describe('mergePosts, of what cannot be read', () => {
  const readable = `${HEAD}A.\n`;
  it.each([
    ['front matter that is no YAML', '---\ntitle: "Un\n---\nA.\n'],
    ['no front matter', 'A.\n'],
    ['nothing', ''],
    ['conflict markers', `${HEAD}<<<<<<< HEAD\nA.\n=======\nB.\n>>>>>>> autre\n`],
    ['a NUL byte', `${HEAD}A\u0000.\n`],
    ['code for a front matter', '---js\nx\n---\nA.\n'],
  ])('disputes the whole text when a side has %s', (_, broken) => {
    const edited = readable.replace('A.', 'B.');
    for (const sides of [
      [broken, edited, readable],
      [readable, broken, edited],
      [readable, edited, broken],
    ] as const) {
      const [base, ours, theirs] = sides;
      const merged = merge(base, ours, theirs);
      expect(merged).toMatchObject({ kind: 'conflict', body: [{ kind: 'disputed' }] });
    }
  });

  it('disputes bytes that are no text, and a path that is no address', () => {
    const bytes = Buffer.from([0x2d, 0xff, 0xfe, 0x00]);
    const [base, theirs] = [Buffer.from(readable), Buffer.from(readable.replace('A.', 'B.'))];
    expect(mergePosts({ path: 'posts/a.md', base, ours: bytes, theirs }).kind).toBe('conflict');
    const ours = Buffer.from(readable.replace('A.', 'C.'));
    expect(mergePosts({ path: 'posts/Été.md', base, ours, theirs }).kind).toBe('conflict');
  });

  it('still gives the side that changed alone, readable or not', () => {
    expect(shown(merge(readable, 'A.\n', readable))).toBe('A.\n');
    expect(shown(merge('A.\n', 'A.\n', readable))).toBe(readable);
    expect(shown(merge('A.\n', readable, readable))).toBe(readable);
  });
});

describe('mergePosts, of long texts', () => {
  const paragraphs = (count: number, write: (at: number) => string): string =>
    HEAD + Array.from({ length: count }, (_, at) => write(at)).join('\n\n') + '\n';
  const paragraph = (at: number): string => `Paragraphe ${at} du texte. Il a deux phrases ${at * 7}.`;

  it('merges twenty thousand paragraphs', () => {
    const everyTenth = (rest: number, end: string) => (at: number) =>
      at % 10 === rest ? `${paragraph(at)} ${end}` : paragraph(at);
    const merged = merge(
      paragraphs(20_000, paragraph),
      paragraphs(20_000, everyTenth(0, 'Nous.')),
      paragraphs(20_000, everyTenth(5, 'Eux.')),
    );
    const expected = paragraphs(20_000, (at) =>
      everyTenth(at % 10 === 0 ? 0 : 5, at % 10 === 0 ? 'Nous.' : 'Eux.')(at),
    );
    expect(shown(merged) === expected).toBe(true);
  });

  it('comes to an end with texts that repeat themselves or share nothing', () => {
    const texts = [
      [paragraphs(20_000, () => 'a'), paragraphs(20_100, () => 'a'), paragraphs(19_000, () => 'a')],
      [
        paragraphs(9000, (at) => `b${at}`),
        paragraphs(9000, (at) => `o${at * 3}`),
        paragraphs(9000, (at) => `t${at * 5}`),
      ],
      [`${HEAD}${'.'.repeat(1e6)}a`, `${HEAD}${'.'.repeat(1e6)}b`, `${HEAD}${'.'.repeat(1e6)}c`],
      [
        `${HEAD}${'Une phrase. '.repeat(1e5)}`,
        `${HEAD}${'Une phrase. '.repeat(9e4)}`,
        `${HEAD}Début. ${'Une phrase. '.repeat(1e5)}`,
      ],
    ] as const;
    expect(texts.map(([base, ours, theirs]) => merge(base, ours, theirs).kind)).toEqual([
      'merged',
      'conflict',
      'conflict',
      'merged',
    ]);
  });
});
