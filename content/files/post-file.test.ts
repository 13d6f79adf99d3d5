import { describe, expect, it } from 'vitest';
import { MAX_BODY_BYTES, MAX_FRONT_MATTER_BYTES, postMetadataSchema } from '../model/post.ts';
import { bodyOf } from './front-matter-split.ts';
import { parsePostFile } from './post-file.ts';

const PATH = 'posts/2026/discipline.md';

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}

function parse(text: string | Uint8Array, path = PATH) {
  return parsePostFile({ path, bytes: typeof text === 'string' ? bytesOf(text) : text });
}

function post(text: string, path = PATH) {
  const result = parse(text, path);
  if (result.kind === 'problem') throw new Error(JSON.stringify(result.problems));
  return result.post;
}

/** Lines and reasons of a file's problems. */
function problems(text: string | Uint8Array, path = PATH): readonly (readonly [number, string])[] {
  const result = parse(text, path);
  return result.kind === 'problem' ? result.problems.map(({ line, reason }) => [line, reason] as const) : [];
}

function withFields(...lines: readonly string[]): string {
  return ['---', 'title: Un titre', ...lines, '---', 'Bonjour'].join('\n');
}

describe('parsePostFile', () => {
  it('reads all that a file can state', () => {
    const text = [
      '---',
      'id: 6f1f0a52-7c1e-4f0e-9d5b-2a4b8c6d1e3f',
      'title: Discipline et business',
      'subtitle: Tenir la distance',
      'excerpt: Ce que le sport apprend',
      'category: Sport',
      'tags: [discipline, mindset]',
      'published: 2026-11-20T08:00:00.000Z',
      'unpublishAt: 2027-01-01',
      'isPublished: true',
      'menu: true',
      'coverImage: /images/2026/couverture-3f9a1c.jpg',
      'coverImageAlt: Une piste',
      'ogImage: /images/2026/partage.jpg',
      'socialTitle: Titre social',
      'socialDescription: Texte social',
      'readTime: 7 min',
      'importedFrom: wordpress ancien.example.org 123 0123456789ab ba9876543210',
      'formerAddresses: [/2019/05/discipline/, /?p=123]',
      'feedId: https://ancien.example.org/?p=123',
      '---',
      'Bonjour',
    ].join('\n');
    expect(parse(text)).toEqual({
      kind: 'post',
      post: {
        path: PATH,
        slug: 'discipline',
        id: '6f1f0a52-7c1e-4f0e-9d5b-2a4b8c6d1e3f',
        title: 'Discipline et business',
        subtitle: 'Tenir la distance',
        excerpt: 'Ce que le sport apprend',
        category: 'Sport',
        tags: ['discipline', 'mindset'],
        published: '2026-11-20T08:00:00.000Z',
        publishedAt: Date.UTC(2026, 10, 20, 8),
        unpublishAt: '2026-12-31T23:00:00.000Z',
        unpublishedAt: Date.UTC(2026, 11, 31, 23),
        isPublished: true,
        menu: true,
        coverImage: '/images/2026/couverture-3f9a1c.jpg',
        coverImageAlt: 'Une piste',
        ogImage: '/images/2026/partage.jpg',
        socialTitle: 'Titre social',
        socialDescription: 'Texte social',
        readTime: '7 min',
        importedFrom: 'wordpress ancien.example.org 123 0123456789ab ba9876543210',
        formerAddresses: ['/2019/05/discipline/', '/?p=123'],
        feedId: 'https://ancien.example.org/?p=123',
      },
    });
  });

  it('fills in what a file does not state', () => {
    const { id, ...rest } = post('---\ntitle: Un titre\n---\nBonjour');
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(rest).toEqual({
      path: PATH,
      slug: 'discipline',
      title: 'Un titre',
      subtitle: null,
      excerpt: '',
      category: 'Business',
      tags: [],
      published: null,
      publishedAt: null,
      unpublishAt: null,
      unpublishedAt: null,
      isPublished: false,
      menu: false,
      coverImage: null,
      coverImageAlt: null,
      ogImage: null,
      socialTitle: null,
      socialDescription: null,
      readTime: '1 min',
      importedFrom: null,
      formerAddresses: [],
      feedId: null,
    });
  });

  it('gives what the post schema accepts', () => {
    const stated = post(withFields('published: 2024-01-05', 'isPublished: true', 'tags: a, b'));
    expect(postMetadataSchema.parse(stated)).toMatchObject({ tags: ['a', 'b'], isPublished: true });
  });

  it('gives a file without id the same id for ever, from its path', () => {
    expect(post(withFields()).id).toBe('cd4623ab-a53c-5b90-baf3-96a377538b4e');
    expect(post(withFields(), 'posts/autre.md').id).not.toBe(post(withFields()).id);
  });

  it('takes text as written, whatever YAML would make of it', () => {
    for (const text of ['123', 'yes', '1.10', '5:30', '2024-01-05', '0x1F', '.inf', 'True']) {
      expect(post(`---\ntitle: ${text}\nexcerpt: ${text}\ntags: [${text}]\n---\n`)).toMatchObject({
        title: text,
        excerpt: text,
        tags: [text],
      });
    }
  });

  it('reads an escape that stands for no character as U+FFFD', () => {
    expect(post('---\ntitle: "a\\0b"\ntags: ["c\\uD800", "\\uD83D\\uDE00"]\n---\n')).toMatchObject({
      title: 'a\uFFFDb',
      tags: ['c\uFFFD', '😀'],
    });
  });

  it('reads a page, whose address no other part of the site has', () => {
    const page = (path: string) => parsePostFile({ path, bytes: bytesOf(withFields('menu: true')) });
    expect(page('pages/services.md')).toMatchObject({ post: { slug: 'services', isPage: true, menu: true } });
    expect(page('posts/2026/services.md')).not.toHaveProperty('post.isPage');
    const reserved = page('pages/admin.md');
    const reasons = reserved.kind === 'problem' ? reserved.problems.map(({ reason }) => reason) : [];
    expect(reasons).toEqual([
      'L’adresse «\u00a0/admin\u00a0» est prise par le site lui-même\u00a0: donnez-en une autre à cette page.',
    ]);
    expect(page('posts/2026/admin.md').kind).toBe('post');
  });

  it('takes null, nothing and empty quotes as absent', () => {
    for (const nothing of ['', 'null', '~', '""', "''", '# rien']) {
      const fields = [
        'excerpt',
        'category',
        'tags',
        'published',
        'isPublished',
        'coverImage',
        'readTime',
      ].map((name) => `${name}: ${nothing}`);
      expect(post(withFields(...fields))).toEqual(post(withFields()));
    }
  });

  it.each([
    ['[a, "b c"]', ['a', 'b c']],
    ['a', ['a']],
    [' a , b,, c ', ['a', 'b', 'c']],
    ['\n  - a\n  - 1.10', ['a', '1.10']],
    ['[]', []],
    ['[a, null, ""]', ['a']],
  ])('reads tags: %s', (written, tags) => expect(post(withFields(`tags: ${written}`)).tags).toEqual(tags));

  it('ignores a slug key, unknown keys and merge keys', () => {
    expect(post(withFields('slug: autre', 'layout: post', '<<: {excerpt: fusion}'))).toEqual(
      post(withFields()),
    );
  });

  it('follows an alias of a text', () => {
    expect(post('---\ntitle: &t Un titre\nsocialTitle: *t\n---\n').socialTitle).toBe('Un titre');
  });

  it('accepts a byte order mark, CRLF and a body that looks like front matter', () => {
    const text = '\ufeff---\r\ntitle: Un titre\r\n---\r\n---\nisPublished: true\n---\n';
    expect(post(text)).toMatchObject({ title: 'Un titre', isPublished: false });
    expect(bodyOf(bytesOf(text))).toBe('---\nisPublished: true\n---\n');
  });

  it('computes the read time from the body', () => {
    expect(post(`---\ntitle: a\n---\n${'mot '.repeat(690)}`).readTime).toBe('3 min');
  });
});

describe('parsePostFile, on a file that cannot be served,', () => {
  it.each([
    ['no front matter', 'Bonjour', 1, /titre manque/],
    ['an empty file', '', 1, /titre manque/],
    ['empty front matter', '---\n---\n', 2, /titre manque/],
    ['comments only', '---\n# a\n---\n', 2, /titre manque/],
    ['a list', '---\n- a\n---\n', 2, /titre manque/],
    ['a text', '---\nbonjour\n---\n', 2, /titre manque/],
    ['no title', '---\nexcerpt: a\n---\n', 2, /titre manque/],
    ['a blank title', '---\ntitle: "  "\n---\n', 2, /titre manque/],
    ['a title that is a list', '---\nexcerpt: a\ntitle: [a]\n---\n', 3, /doit être un texte/],
    [
      'a subtitle that is a list',
      '---\ntitle: a\nsubtitle: [a, b]\n---\n',
      3,
      /^Le sous-titre \(subtitle\) doit être un texte, pas une liste\.$/,
    ],
    ['no closing fence', '---\ntitle: a\n', 1, /pas fermé/],
    ['four dashes', '----\ntitle: a\n----\n', 1, /titre manque/],
    ['a fence look-alike', '---\ntitle: a\n---x: 1\n---\n', 3, /sans fermer/],
    ['an unclosed quote', '---\ntitle: "a\n---\n', 2, /YAML illisible/],
    ['bad YAML', '---\ntitle: a\nexcerpt: b: c\n---\n', 3, /YAML illisible.*guillemets/],
    ['a tab as indent', '---\ntitle: a\ntags:\n\t- b\n---\n', 4, /tabulation/],
    ['an unknown alias', '---\ntitle: a\nexcerpt: *b\n---\n', 3, /alias/],
    ['two documents', '---\ntitle: a\n...\nexcerpt: b\n---\n', 4, /YAML illisible/],
    [
      'a repeated key',
      '---\ntitle: a\nlayout: b\nlayout: c\n---\n',
      4,
      /«\u00a0layout\u00a0» est écrit deux fois/,
    ],
    [
      'a key repeated inside another',
      '---\ntitle: a\nb:\n  c: 1\n  c: 2\n---\n',
      5,
      /«\u00a0c\u00a0» est écrit deux fois/,
    ],
    [
      'a bad date',
      withFields('published: 2024-13-45'),
      3,
      /^La date de publication «\u00a02024-13-45\u00a0» n’est pas une date\.$/,
    ],
    [
      'a bad date of withdrawal',
      withFields('', 'unpublishAt: demain'),
      4,
      /«\u00a0demain\u00a0» n’est pas une date/,
    ],
    ['a bad id', withFields('id: 12'), 3, /«\u00a012\u00a0» n’est pas un UUID/],
    ['a bad flag', withFields('isPublished: yes'), 3, /«\u00a0yes\u00a0»\u00a0; écrivez true ou false/],
    ['tags of tags', withFields('tags: [[a]]'), 3, /textes simples/],
    ['published without a date', withFields('isPublished: true'), 3, /publié sans date/],
    [
      'a conflict in the front matter',
      '---\n<<<<<<< HEAD\ntitle: a\n=======\ntitle: b\n>>>>>>> b\n---\n',
      2,
      /conflit git/,
    ],
    ['a conflict around the front matter', '<<<<<<< HEAD\n---\ntitle: a\n---\n', 1, /conflit git/],
    [
      'a conflict in the body',
      withFields().concat('\n\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> b\n'),
      6,
      /conflit git/,
    ],
  ])('says what is wrong with %s', (_, text, line, reason) => {
    expect(problems(text)).toEqual([[line, expect.stringMatching(reason) as string]]);
  });

  it.each([
    '---js',
    '---javascript',
    '---json',
    '---coffee',
    '---toml',
    '--- js',
    '---JS',
    '---constructor',
    '---# a',
  ])('refuses front matter opened by %s, and runs nothing', (fence) => {
    const text = `${fence}\n(() => { globalThis.wasRun = true; return { title: 'a' } })()\n---\n`;
    expect(problems(text)).toEqual([[1, expect.stringMatching(/seul YAML est lu/) as string]]);
    expect('wasRun' in globalThis).toBe(false);
  });

  it('lists every field that is wrong', () => {
    expect(
      problems(withFields('id: x', 'tags: {a: b}', 'published: y'))
        .map(([line]) => line)
        .sort(),
    ).toEqual([3, 4, 5]);
  });

  it('answers the same when asked twice', () => {
    const broken = '---\ntitle: "a\n---\n';
    expect(parse(broken)).toEqual(parse(broken));
    expect(problems(broken)).not.toEqual([]);
  });

  it.each(['Article', 'été', 'a b', 'con', 'aux', 'a_b', '-a', ''])(
    'refuses the file name « %s »',
    (name) => {
      expect(problems(withFields(), `posts/2026/${name}.md`)).toEqual([
        [0, expect.stringContaining(`«\u00a0${name}\u00a0»`) as string],
      ]);
    },
  );

  it('names the line of a NUL byte and of bytes that are not UTF-8', () => {
    expect(problems('---\ntitle: a\n---\n\n\u0000')).toEqual([
      [5, expect.stringMatching(/octet nul/) as string],
    ]);
    const latin = Buffer.concat([bytesOf('---\ntitle: a\n---\nun\n'), Buffer.from([0xe9, 0x74, 0xe9])]);
    expect(problems(latin)).toEqual([[5, expect.stringMatching(/UTF-8/) as string]]);
    const inFields = Buffer.concat([bytesOf('---\ntitle: '), Buffer.from([0xe9]), bytesOf('\n---\n')]);
    expect(problems(inFields)).toEqual([[2, expect.stringMatching(/UTF-8/) as string]]);
  });

  it('says how to save a file in UTF-16 or with carriage returns alone', () => {
    const text = withFields();
    expect(problems(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toEqual([
      [1, expect.stringMatching(/UTF-16/) as string],
    ]);
    expect(problems(text.replaceAll('\n', '\r'))).toEqual([
      [1, expect.stringMatching(/retour chariot seul/) as string],
    ]);
  });

  it('refuses what is too large', () => {
    const wide = `---\ntitle: a\nx: ${'y'.repeat(MAX_FRONT_MATTER_BYTES)}\n---\n`;
    expect(problems(wide)).toEqual([[1, expect.stringMatching(/256 Ko/) as string]]);
    const long = 'a'.repeat(MAX_BODY_BYTES + 1);
    expect(problems(`---\ntitle: a\nisPublished: true\npublished: 2024-01-05\n---\n${long}`)).toEqual([
      [0, expect.stringMatching(/2 Mo/) as string],
    ]);
    expect(post(`---\ntitle: a\n---\n${long}`).isPublished).toBe(false);
    expect(problems(new Uint8Array(50 * 1024 * 1024))).toEqual([
      [0, expect.stringMatching(/16 Mo/) as string],
    ]);
  });

  it('stands up to hostile YAML', () => {
    const hostile = [
      `a: ${'['.repeat(40_000)}`,
      '- '.repeat(30_000),
      `a: &a x\nb: [${'*a,'.repeat(15_000)}]\ntags: [${'*a,'.repeat(10_000)}]`,
      Array.from({ length: 8_000 }, (_, at) => `k${at}: ${at}`).join('\n'),
      '\n'.repeat(200_000),
      Array.from({ length: 30 }, (_, at) => `a${at}: &a${at} [${`*a${at - 1},`.repeat(9)}]`).join('\n'),
    ];
    for (const yaml of hostile) expect(problems(`---\n${yaml}\n---\n`)).toHaveLength(1);
  });

  it('lets Markdown show conflict marks in code, and underline headings', () => {
    expect(
      problems(withFields().concat('\n```\n<<<<<<< HEAD\n=======\n>>>>>>> b\n```\nTitre\n=======\n')),
    ).toEqual([]);
  });
});

describe('bodyOf', () => {
  it.each(['', '\n', 'a', 'a\r\nb', '---\n', '---js\nx\n---\n', '\u2028', '😀', '\ufeffa', ' ---\n'])(
    'gives « %s » back',
    (body) => {
      for (const head of ['---\ntitle: a\n---\n', '\ufeff---\r\ntitle: a\r\n---\t\r\n'])
        expect(bodyOf(bytesOf(head + body))).toBe(body);
    },
  );

  it('takes a file without front matter as a body', () => {
    expect(bodyOf(bytesOf('\ufeffBonjour'))).toBe('Bonjour');
  });
});
