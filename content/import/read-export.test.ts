import { statSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { filesOf, itemsOf, noted, recognized, textsOf, useExports } from '../testing/exports.ts';
import { wxr } from '../testing/wxr.ts';

const exports = useExports();

describe('readExport, of what is no export', () => {
  it.each([
    ['a text', 'notes.txt', 'Bonjour.'],
    ['a page', 'page.html', '<p>Bonjour.</p>'],
    ['other JSON', 'data.json', '{"meta": {}, "data": []}'],
    ['other XML', 'feed.xml', '<rss version="2.0"><channel></channel></rss>'],
    ['nothing', 'vide.xml', ''],
  ])('refuses %s, and says what is taken', async (_, name, content) => {
    const file = exports.file(name, content);
    const found = await recognized(file);
    expect(found).toMatchObject({ kind: 'refused', reason: expect.stringContaining('WordPress') as unknown });
  });
});

/** Texts that a zip packs to a small part of their length. */
const LONG = Array.from(
  { length: 3000 },
  (_, at) => `<p>Une phrase comme les autres, numéro ${at}.</p>`,
).join('');
const GHOST = JSON.stringify({
  db: [
    {
      meta: { exported_on: 1_600_000_000_000, version: '5.0.0' },
      data: {
        posts: [1, 2, 3].map((id) => ({
          id: `${id}`,
          title: `Titre ${id}`,
          slug: `t-${id}`,
          html: LONG,
          status: 'published',
        })),
      },
    },
  ],
});

describe('how far reading is', () => {
  it.each([
    [
      'Hugo',
      {
        'hugo.toml': "title = 'Un blog'",
        'content/posts/a.md': `---\ntitle: A\n---\n${LONG}`,
        'content/posts/b.md': `---\ntitle: B\n---\n${LONG}`,
      },
    ],
    ['Ghost', { 'blog.json': GHOST }],
  ])('is told in bytes of what was given, of a zip too (%s)', async (_, files) => {
    const zip = await exports.zip(files);
    const told: number[] = [];
    await itemsOf(zip, (count) => told.push(count));
    const { size } = statSync(zip);
    const read = told.reduce((sum, count) => sum + count, 0);
    expect(read).toBeLessThanOrEqual(size);
    expect(read).toBeGreaterThan(size * 0.8);
  });

  it('is told so of what is packed by itself', async () => {
    const packed = exports.file(
      'export.xml.gz',
      gzipSync(wxr([{ id: 1, title: 'Un titre', slug: 'titre', content: LONG }])),
    );
    let read = 0;
    await itemsOf(packed, (count) => (read += count));
    expect(Math.round(read)).toBe(statSync(packed).size);
  });

  it('is told of a file as it goes', async () => {
    const file = exports.file('blog.json', GHOST);
    const told: number[] = [];
    await itemsOf(file, (count) => told.push(count));
    expect(Math.max(...told)).toBeLessThan(statSync(file).size / 4);
    expect(Math.round(told.reduce((sum, count) => sum + count, 0))).toBe(statSync(file).size);
  });
});

describe('readExport', () => {
  it('gives a text once that an export holds twice, and both of two that have one id', async () => {
    const again = { id: 1, title: 'Un titre', slug: 'titre', content: '<p>Bonjour.</p>' };
    const other = { id: 1, title: 'Un autre', slug: 'autre', content: '<p>Bonsoir.</p>' };
    const items = await itemsOf(exports.file('export.xml', wxr([again, again, other, other])));
    expect(textsOf(items).map(({ title, content }) => [title, content])).toEqual([
      ['Un titre', 'Bonjour.\n'],
      ['Un autre', 'Bonsoir.\n'],
    ]);
  });

  it('takes no field, name or address that is longer than any, and every word of the text', async () => {
    const long = 'é'.repeat(100_000);
    const post = {
      id: '1',
      title: long,
      slug: long,
      html: `<p>${long}</p>`,
      custom_excerpt: long,
      feature_image: `https://ancien.example.org/${long}.jpg`,
      feature_image_alt: long,
      og_title: long,
      codeinjection_head: long,
      status: 'published',
    };
    const data = {
      posts: [post],
      tags: [{ id: '1', name: long, slug: long }],
      posts_tags: [{ post_id: '1', tag_id: '1' }],
      users: [{ id: '1', name: long, slug: long }],
      posts_authors: [{ post_id: '1', author_id: '1' }],
    };
    const meta = { exported_on: 1_600_000_000_000, version: '5.0.0' };
    const items = await itemsOf(exports.file('blog.json', JSON.stringify({ db: [{ meta, data }] })));
    const [text] = textsOf(items);
    expect(text?.content).toBe(long);
    expect(
      JSON.stringify({ items: items.filter(({ kind }) => kind !== 'text'), ...text, content: '' }).length,
    ).toBeLessThan(60_000);
    expect([text?.addresses, text?.cover]).toEqual([[], null]);
  });

  it('says of a text that no article can hold that it was not read, and reads the others', async () => {
    const [long, other] = ['mot '.repeat(4_000_000), 'Bonjour.'].map((content, at) => ({
      id: at + 1,
      title: `Titre ${at}`,
      slug: `titre-${at}`,
      content: `<p>${content}</p>`,
    }));
    const items = await itemsOf(exports.file('export.xml', wxr([long, other].flatMap((one) => one ?? []))));
    expect(textsOf(items).map((text) => [text.content, text.state, noted(text)])).toEqual([
      ['', 'draft', ['unread il dépasse 15 Mo']],
      ['Bonjour.\n', 'published', []],
    ]);
  });

  it('finds the pictures of WordPress in a folder of its uploads beside the export', async () => {
    const attachment =
      '<item><title>vue</title><link>https://ancien.example.org/vue/</link><wp:post_id>9</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://ancien.example.org/wp-content/uploads/2019/05/vue.jpg</wp:attachment_url></item>';
    const items = await itemsOf(
      exports.folder({
        'export.xml': wxr([{ id: 1, title: 'Un', slug: 'un', content: 'Texte.' }]).replace(
          '</channel>',
          `${attachment}</channel>`,
        ),
        'uploads/2019/05/vue.jpg': Buffer.from('picture'),
      }),
    );
    expect(filesOf(items).map(({ path }) => path?.endsWith('vue.jpg'))).toEqual([true]);
  });

  it('says of an export of another system beside it that it is to be imported by itself', async () => {
    const items = await itemsOf(
      exports.folder({
        'export.xml': wxr([{ id: 1, title: 'Un', slug: 'un', content: 'Texte.' }]),
        'ghost.json': GHOST,
        'letters/posts.csv': 'post_id,post_date,title\n',
      }),
    );
    expect(textsOf(items).map(({ title }) => title)).toEqual(['Un']);
    expect(items.flatMap((item) => (item.kind === 'left-out' ? [item.what] : []))).toEqual([
      'comptes d’utilisateurs',
      'export d’un autre système, à importer à part\u00a0: «\u00a0ghost.json\u00a0»',
      'export d’un autre système, à importer à part\u00a0: «\u00a0letters/posts.csv\u00a0»',
    ]);
  });

  it('says of an archive within an archive that it is to be unpacked', async () => {
    const nested = exports.folder({ 'carnet.zip': Buffer.from('PK'), 'lisez-moi.txt': 'Voici.' });
    expect(await recognized(nested)).toEqual({
      kind: 'refused',
      reason:
        '«\u00a0carnet.zip\u00a0» est une archive qui n’est pas lue telle quelle\u00a0: dépliez-la, et donnez son dossier, ou un zip de ce qu’elle contient.',
    });
  });

  it('reads the example of a theme, which has no texts itself', async () => {
    const theme = exports.folder({
      'theme.toml': 'name = "x"\n',
      'archetypes/default.md': '---\ntitle: x\n---\n',
      'README.md': '# Le thème\n',
      'exampleSite/hugo.toml': 'title = "Carnet"\n',
      'exampleSite/content/posts/un.md': '---\ntitle: Un\n---\nTexte.\n',
    });
    expect(textsOf(await itemsOf(theme)).map(({ addresses }) => addresses)).toEqual([['/posts/un/']]);
  });
});
