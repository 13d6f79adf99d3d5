import { describe, expect, it } from 'vitest';
import { BODY_SCENARIOS } from '#content/testing/merge-scenarios.ts';
import { HEAD, merge, post, shown } from '#content/testing/merged-texts.ts';
import { rounds } from '#content/testing/rounds.ts';
import { type MergedPost, mergePosts } from './merge-post.ts';

/** Paragraphs of a very long text. */
const MANY = rounds({ few: 5_000, all: 20_000 });

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

describe('mergePosts, of a subtitle', () => {
  const base = post(['title: Un', 'subtitle: Avant'], 'A.\n');
  const ours = post(['title: Un', 'subtitle: Chez nous'], 'A.\n');

  it('takes that of the side that changed it, with what the other side changed', () => {
    const theirs = post(['title: Deux', 'subtitle: Avant'], 'A.\n');
    const merged = post(['title: Deux', 'subtitle: Chez nous'], 'A.\n');
    expect(shown(merge(base, ours, theirs))).toBe(merged);
    expect(shown(merge(base, theirs, ours))).toBe(merged);
  });

  it('asks which of two', () => {
    const theirs = post(['title: Un', 'subtitle: Chez eux'], 'A.\n');
    expect(merge(base, ours, theirs)).toMatchObject({ kind: 'conflict', fields: ['subtitle'] });
  });
});

describe('mergePosts, of keys that Encrier does not know beside a question', () => {
  const base = post(['title: Un', 'auteur: X', 'vu: a'], 'A.\n');
  const ours = post(['title: Nous', 'auteur: Y', 'note: 1', 'vu: a'], 'A.\n');
  const theirs = post(['title: Eux', 'auteur: X', 'vu: b'], 'A.\n');

  it('names those that are lost where theirs stays', () => {
    const fields = ['title', 'auteur', 'note'];
    expect(merge(base, ours, theirs)).toMatchObject({ kind: 'conflict', fields });
    expect(merge(base, theirs, ours)).toMatchObject({ kind: 'conflict', fields: ['title', 'vu'] });
  });

  it('names them where keys share a line', () => {
    const inBraces = (keys: string) => `---\n{ title: Un, ${keys} }\n---\nA.\n`;
    const merged = merge(inBraces('vu: a'), inBraces('vu: a, auteur: Y'), inBraces('vu: b'));
    expect(merged).toMatchObject({ kind: 'conflict', fields: ['auteur'] });
  });
});

describe('mergePosts, of a date that each side gave', () => {
  const [base, early, late, chosen, other] = [
    '',
    '2026-02-02T08:02:01.234Z',
    '2026-02-02T09:00:07.089Z',
    '2026-01-01T10:00:00.000Z',
    '2026-03-01T10:00:00.000Z',
  ].map((date) => post(['title: Un', ...(date === '' ? [] : [`published: ${date}`])], 'A.\n'));

  it.each([
    ['the first moment that it was published at', [early, late], early],
    ['one before that which its author chose', [late, chosen], chosen],
  ] as const)('takes %s', (_, [one = '', two = ''], wanted) => {
    expect(shown(merge(base ?? '', one, two))).toBe(wanted);
    expect(shown(merge(base ?? '', two, one))).toBe(wanted);
  });

  it('takes the first of two in the place of the moment that it was kept at, while it waited', () => {
    const kept = post(['title: Un', 'published: 2026-02-01T07:00:00.123Z'], 'A.\n');
    expect(shown(merge(kept, early ?? '', late ?? ''))).toBe(early);
    expect(shown(merge(kept, late ?? '', early ?? ''))).toBe(early);
  });

  it('asks which of two that were chosen, of one to come, and of what takes the place of one', () => {
    const asked = { kind: 'conflict', fields: ['published'] };
    expect(merge(base ?? '', chosen ?? '', other ?? '')).toMatchObject(asked);
    expect(merge(base ?? '', late ?? '', other ?? '')).toMatchObject(asked);
    expect(merge(chosen ?? '', early ?? '', late ?? '')).toMatchObject(asked);
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
    ['keeps the mark at the start of ours', base, `\ufeff${ours}`, theirs, `\ufeff${merged}`],
    ['keeps one mark of both', base, `\ufeff${ours}`, `\ufeff${theirs}`, `\ufeff${merged}`],
    ['takes the mark away that ours took away', `\ufeff${base}`, ours, `\ufeff${theirs}`, merged],
    [
      'has the mark of ours and the line ends of theirs',
      base,
      `\ufeff${ours}`,
      windows(theirs),
      windows(`\ufeff${merged}`),
    ],
    [
      'mends line ends with ours',
      base.replace('A.\n', 'A.\r\n'),
      ours,
      theirs.replace('A.\n', 'A.\r\n'),
      merged,
    ],
  ])('%s', (_, first, mine, other, expected) => {
    expect(shown(merge(first, mine, other))).toBe(expected);
  });

  it('leaves the line ends of a file that mixes them as they are', () => {
    const mixed = '---\ntitle: Un\n---\nA.\r\n\r\nB.\n\nC.\n';
    const result = shown(merge(mixed, mixed.replace('A.', 'A un.'), mixed.replace('C.', 'C deux.')));
    expect(result).toBe('---\ntitle: Un\n---\nA un.\r\n\r\nB.\n\nC deux.\n');
  });

  it('keeps comments of both with the line ends that one changed', () => {
    const [mine, other] = [
      ours.replace('title', '# nous\ntitle'),
      windows(theirs.replace('excerpt', '# eux\nexcerpt')),
    ];
    const expected = windows(merged.replace('title', '# nous\ntitle').replace('excerpt', '# eux\nexcerpt'));
    expect(shown(merge(base, mine, other))).toBe(expected);
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

  it('merges thousands of paragraphs', () => {
    const everyTenth = (rest: number, end: string) => (at: number) =>
      at % 10 === rest ? `${paragraph(at)} ${end}` : paragraph(at);
    const merged = merge(
      paragraphs(MANY, paragraph),
      paragraphs(MANY, everyTenth(0, 'Nous.')),
      paragraphs(MANY, everyTenth(5, 'Eux.')),
    );
    const expected = paragraphs(MANY, (at) =>
      everyTenth(at % 10 === 0 ? 0 : 5, at % 10 === 0 ? 'Nous.' : 'Eux.')(at),
    );
    expect(shown(merged) === expected).toBe(true);
  });

  it('comes to an end with texts that repeat themselves or share nothing', () => {
    const texts = [
      [paragraphs(MANY, () => 'a'), paragraphs(MANY + 100, () => 'a'), paragraphs(MANY - 500, () => 'a')],
      [
        paragraphs(MANY / 2, (at) => `b${at}`),
        paragraphs(MANY / 2, (at) => `o${at * 3}`),
        paragraphs(MANY / 2, (at) => `t${at * 5}`),
      ],
      [
        `${HEAD}${'.'.repeat(50 * MANY)}a`,
        `${HEAD}${'.'.repeat(50 * MANY)}b`,
        `${HEAD}${'.'.repeat(50 * MANY)}c`,
      ],
      [
        `${HEAD}${'Une phrase. '.repeat(5 * MANY)}`,
        `${HEAD}${'Une phrase. '.repeat(4 * MANY)}`,
        `${HEAD}Début. ${'Une phrase. '.repeat(5 * MANY)}`,
      ],
    ] as const;
    expect(texts.map(([base, ours, theirs]) => merge(base, ours, theirs).kind)).toEqual([
      'conflict',
      'conflict',
      'conflict',
      'merged',
    ]);
  });
});
