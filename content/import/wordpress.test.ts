import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasCode } from '../model/errors.ts';
import type { ImportedItem, ImportedText, SourceFile } from './imported.ts';
import { readWordPress } from './wordpress.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wordpress-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function file(name: string, content: string | Uint8Array): Promise<SourceFile> {
  const path = join(folder, name);
  await writeFile(path, content);
  return { name, path };
}

async function read(...contents: readonly (string | Uint8Array)[]): Promise<readonly ImportedItem[]> {
  const files = await Promise.all(contents.map((content, index) => file(`export-${index}.xml`, content)));
  const options = { signal: new AbortController().signal, onBytes: () => undefined };
  return await all(readWordPress(files, options));
}

async function all(items: AsyncIterable<ImportedItem>): Promise<readonly ImportedItem[]> {
  const found: ImportedItem[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** The sentence that a reading is refused with. */
async function refusalOf(reading: Promise<unknown>): Promise<string> {
  const error: unknown = await reading.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return hasCode(error, 'invalid') ? error.data.reason : `not refused: ${String(error)}`;
}

async function texts(...contents: readonly (string | Uint8Array)[]): Promise<readonly ImportedText[]> {
  return (await read(...contents)).filter((item): item is ImportedText => item.kind === 'text');
}

const CHANNEL = `<title>Mon &amp; blog</title><link>https://ancien.example.org</link>
  <wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://ancien.example.org</wp:base_blog_url>
  <wp:author><wp:author_id>1</wp:author_id><wp:author_login>adm1n</wp:author_login><wp:author_email>anne@example.org</wp:author_email>
  <wp:author_display_name><![CDATA[Anne Martin]]></wp:author_display_name></wp:author>
  <wp:category><wp:term_id>3</wp:term_id><wp:category_nicename>cuisine</wp:category_nicename><wp:category_parent></wp:category_parent><wp:cat_name><![CDATA[Cuisine]]></wp:cat_name></wp:category>
  <wp:category><wp:term_id>4</wp:term_id><wp:category_nicename>soupes</wp:category_nicename><wp:category_parent>cuisine</wp:category_parent><wp:cat_name><![CDATA[Soupes]]></wp:cat_name></wp:category>
  <wp:tag><wp:term_id>5</wp:term_id><wp:tag_slug>hiver</wp:tag_slug><wp:tag_name><![CDATA[Hiver]]></wp:tag_name></wp:tag>`;

function wxr(
  items: string,
  { head = '<?xml version="1.0" encoding="UTF-8"?>', version = '1.2', channel = CHANNEL } = {},
): string {
  return `${head}<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/${version}/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/${version}/"><channel>${channel}${items}</channel></rss>`;
}

function item(fields: Readonly<Record<string, string>>, more = ''): string {
  const stated = {
    title: 'Un titre',
    link: 'https://ancien.example.org/2019/05/un-titre/',
    'dc:creator': 'adm1n',
    guid: 'https://ancien.example.org/?p=12',
    'content:encoded': '<![CDATA[<p>Du texte.</p>]]>',
    'excerpt:encoded': '',
    'wp:post_id': '12',
    'wp:post_date': '2019-05-03 12:00:00',
    'wp:post_date_gmt': '2019-05-03 10:00:00',
    'wp:post_name': 'un-titre',
    'wp:status': 'publish',
    'wp:post_type': 'post',
    ...fields,
  };
  const written = Object.entries(stated).map(([name, value]) => `<${name}>${value}</${name}>`);
  return `<item>${written.join('')}${more}</item>`;
}

function meta(key: string, value: string): string {
  return `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
}

const PICTURE = item(
  {
    title: 'photo',
    link: 'https://ancien.example.org/photo/',
    'wp:post_id': '20',
    'wp:post_type': 'attachment',
    'wp:status': 'inherit',
    'wp:attachment_url': 'https://ancien.example.org/wp-content/uploads/2019/05/photo-scaled.jpg',
  },
  meta('_wp_attachment_image_alt', 'Une soupe') +
    meta(
      '_wp_attachment_metadata',
      'a:3:{s:4:"file";s:24:"2019/05/photo-scaled.jpg";s:5:"sizes";a:2:{s:9:"thumbnail";a:2:{s:4:"file";s:17:"photo-150x150.jpg";s:5:"width";i:150;}s:5:"large";a:2:{s:4:"file";s:18:"photo-1024x683.jpg";s:5:"width";i:1024;}}s:14:"original_image";s:9:"photo.jpg";}',
    ),
);

describe('readWordPress', () => {
  it('reads an article with all that belongs to it', async () => {
    const content =
      '<![CDATA[<p>Une <b>soupe</b>.</p><img src="https://ancien.example.org/wp-content/uploads/2019/05/photo-300x200.jpg" alt="S"><!--more-->Suite]]>';
    const more = `<category domain="category" nicename="soupes"><![CDATA[Soupes]]></category><category domain="category" nicename="non-classe"><![CDATA[Non classé]]></category>
      <category domain="post_tag" nicename="hiver"><![CDATA[Hiver &amp; froid]]></category><category domain="post_format" nicename="x">X</category><category domain="recette" nicename="y">Y</category>
      ${meta('_thumbnail_id', '20')}${meta('_yoast_wpseo_title', '%%title%% facile %%page%% %%sep%% %%sitename%%')}${meta('_yoast_wpseo_metadesc', 'La description')}
      <wp:comment><wp:comment_author_email>c@example.org</wp:comment_author_email><wp:comment_approved>1</wp:comment_approved></wp:comment>
      <wp:comment><wp:comment_type>pingback</wp:comment_type></wp:comment><wp:comment><wp:comment_approved>spam</wp:comment_approved></wp:comment>`;
    const title = '<![CDATA[L’art de la <em>soupe</em> &#8211; 1]]>';
    const [text] = await texts(
      wxr(item({ title, 'content:encoded': content, 'wp:post_name': 'l%e2%80%99art' }, more) + PICTURE),
    );
    expect(text).toEqual({
      kind: 'text',
      type: 'post',
      id: '12',
      state: 'published',
      title: 'L’art de la soupe – 1',
      subtitle: null,
      slug: 'l’art',
      published: '2019-05-03T10:00:00.000Z',
      modified: null,
      excerpt: 'Une soupe.',
      categories: ['Soupes'],
      tags: ['Hiver & froid'],
      author: 'Anne Martin',
      cover: 'https://ancien.example.org/wp-content/uploads/2019/05/photo.jpg',
      coverAlt: 'Une soupe',
      socialTitle: 'L’art de la soupe – 1 facile',
      socialDescription: 'La description',
      socialImage: null,
      content:
        'Une **soupe**.\n\n![S](https://ancien.example.org/wp-content/uploads/2019/05/photo.jpg)Suite\n',
      anchors: {},
      addresses: ['/2019/05/un-titre/', '/?p=12'],
      feedId: 'https://ancien.example.org/?p=12',
      comments: 1,
      menuOrder: null,
      notes: [{ kind: 'field', what: 'recette' }],
    });
  });

  it('tells the site, its lists, its files with all their sizes, and what it leaves out', async () => {
    const others =
      item({ 'wp:post_id': '30', 'wp:post_type': 'revision' }) +
      item({ 'wp:post_id': '31', 'wp:status': 'trash' });
    const items = await read(wxr(item({}) + PICTURE + others));
    expect(items[0]).toEqual({
      kind: 'site',
      system: 'wordpress',
      title: 'Mon & blog',
      origin: 'https://ancien.example.org',
    });
    expect(items.filter(({ kind }) => kind === 'file')).toEqual([
      {
        kind: 'file',
        id: '20',
        addresses: ['photo.jpg', 'photo-scaled.jpg', 'photo-1024x683.jpg', 'photo-150x150.jpg'].map(
          (name) => `https://ancien.example.org/wp-content/uploads/2019/05/${name}`,
        ),
        path: null,
        bytes: 0,
        pages: ['/photo/', '/?attachment_id=20'],
      },
    ]);
    const lists = items.flatMap((found) =>
      found.kind === 'list' ? [[found.of, found.name, found.addresses[0]]] : [],
    );
    expect(lists).toEqual([
      ['category', 'Cuisine', '/category/cuisine/'],
      ['category', 'Soupes', '/category/cuisine/soupes/'],
      ['tag', 'Hiver', '/tag/hiver/'],
      ['all', '', '/2019/'],
      ['feed', '', '/feed/'],
    ]);
    expect(items).toContainEqual({
      kind: 'list',
      of: 'all',
      name: '',
      addresses: ['/2019/', '/2019/05/', '/author/', '/?m=2019', '/?m=201905', '/?author=1'],
    });
    expect(items.filter(({ kind }) => kind === 'left-out')).toEqual([
      { kind: 'left-out', what: 'révisions', count: 1 },
      { kind: 'left-out', what: 'articles à la corbeille', count: 1 },
      { kind: 'left-out', what: 'comptes d’utilisateurs', count: 1 },
    ]);
  });

  it('knows where a blog stood below another site', async () => {
    const channel =
      '<link>https://ancien.example.org/carnet</link><wp:base_blog_url>https://ancien.example.org/carnet</wp:base_blog_url><wp:wxr_version>1.2</wp:wxr_version>';
    const lists = (await read(wxr(item({}), { channel }))).filter(({ kind }) => kind === 'list');
    const paths = ['', '2019/', '2019/05/', 'author/', '?m=2019', '?m=201905'];
    const addresses = paths.map((rest) => `/carnet/${rest}`);
    expect(lists).toContainEqual({ kind: 'list', of: 'all', name: '', addresses });
  });

  it('knows the categories and tags of articles that the export has no list of, by the names that readers saw', async () => {
    const more =
      '<category domain="category" nicename="soins"><![CDATA[Soins &amp; santé]]></category><category domain="post_tag" nicename="hiver"><![CDATA[Hiver]]></category><category domain="post_format" nicename="x">X</category>';
    const channel = CHANNEL.slice(0, CHANNEL.indexOf('<wp:category>'));
    const lists = (await read(wxr(item({}, more), { channel }))).flatMap((found) =>
      found.kind === 'list' ? [[found.of, found.name, found.addresses[0]]] : [],
    );
    expect(lists.slice(0, 2)).toEqual([
      ['category', 'Soins & santé', '/category/soins/'],
      ['tag', 'Hiver', '/tag/hiver/'],
    ]);
  });

  it('says nothing of people but the names of authors', async () => {
    const comment =
      '<wp:comment><wp:comment_author>Zoé</wp:comment_author><wp:comment_author_email>zoe@example.org</wp:comment_author_email><wp:comment_content>Bravo</wp:comment_content></wp:comment>';
    const said = JSON.stringify(await read(wxr(item({ 'wp:post_password': 'ouvre-toi' }, comment))));
    expect(said).toContain('Anne Martin');
    expect(said).not.toMatch(/adm1n|@example|Zoé|Bravo|ouvre-toi/);
  });

  it.each([
    [{}, 'published'],
    [{ 'wp:status': 'future' }, 'scheduled'],
    [{ 'wp:status': 'draft' }, 'draft'],
    [{ 'wp:status': 'pending' }, 'draft'],
    [{ 'wp:status': 'private' }, 'private'],
    [{ 'wp:post_password': 'x' }, 'private'],
  ])('reads the state of %j', async (fields, state) => {
    expect((await texts(wxr(item(fields)))).map((text) => text.state)).toEqual([state]);
  });

  it('gives a draft no date, and reads a date that is not in UTC by the clock of Paris', async () => {
    const none = '0000-00-00 00:00:00';
    const found = await texts(
      wxr(
        item({ 'wp:post_date': '2019-05-03 05:00:00' }) +
          item({ 'wp:post_id': '13', 'wp:post_date_gmt': none, 'wp:post_date': '2019-05-04 05:00:00' }) +
          item({ 'wp:post_id': '14', 'wp:post_date_gmt': none, 'wp:status': 'draft' }),
      ),
    );
    expect(found.map(({ published }) => published)).toEqual([
      '2019-05-03T10:00:00.000Z',
      '2019-05-04T03:00:00.000Z',
      null,
    ]);
  });

  it('knows the place of pages in the menu', async () => {
    const entry = item(
      { 'wp:post_id': '40', 'wp:post_type': 'nav_menu_item', 'wp:menu_order': '3' },
      meta('_menu_item_object', 'page') + meta('_menu_item_object_id', '12'),
    );
    const page = { 'wp:post_type': 'page', link: 'https://ancien.example.org/services/conseil/' };
    const [text] = await texts(wxr(item(page) + entry));
    expect([text?.type, text?.menuOrder, text?.addresses]).toEqual([
      'page',
      3,
      ['/services/conseil/', '/?page_id=12', '/?p=12'],
    ]);
  });

  it.each(['1.0', '1.1', '1.2'])('reads version %s, whatever its prefixes', async (version) => {
    const renamed = wxr(item({}), { version }).replace(/\b(wp|content|excerpt)(?=[:=])/g, 'x-$1');
    expect(await texts(renamed)).toEqual(await texts(wxr(item({}))));
  });

  it('reads prefixes that nothing declares', async () => {
    const bare = wxr(item({})).replace(/<rss[^>]*>/, '<rss version="2.0">');
    expect((await texts(bare)).map(({ title, content }) => [title, content])).toEqual([
      ['Un titre', 'Du texte.\n'],
    ]);
  });

  it('tells of as many bytes as its files have', async () => {
    const content = Buffer.from(wxr(item({}) + PICTURE));
    const source = await file('export.xml', content);
    let told = 0;
    const onBytes = (count: number): void => {
      told += count;
    };
    await all(readWordPress([source], { signal: new AbortController().signal, onBytes }));
    expect(told).toBe(content.length);
  });

  it('reads several files of one site as one, and refuses those of two', async () => {
    const second = wxr(item({ 'wp:post_id': '13' }));
    expect((await texts(wxr(item({})), second)).map(({ id }) => id)).toEqual(['12', '13']);
    const other = wxr(item({}), { channel: '<link>https://autre.example.org</link>' });
    expect(await refusalOf(read(wxr(item({})), other))).toBe(
      'Les fichiers viennent de plusieurs sites\u00a0: importez-les l’un après l’autre.',
    );
  });

  it('reads texts in the encoding they are in', async () => {
    const accents = (label: string): string =>
      wxr(item({ title: 'Été à Noël' }), { head: `<?xml version="1.0" encoding="${label}"?>` });
    const utf8 = Buffer.from(accents('UTF-8'));
    const encoded = [
      Buffer.from(accents('ISO-8859-1'), 'latin1'),
      Buffer.from(accents('windows-1252'), 'latin1'),
      Buffer.from(accents('ISO-8859-1')),
      Buffer.from(accents('UTF-8'), 'latin1'),
      Buffer.from(accents('rien-de-connu')),
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8]),
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(accents('UTF-16'), 'utf16le')]),
    ];
    const titles: (string | undefined)[] = [];
    for (const bytes of encoded) titles.push((await texts(bytes))[0]?.title);
    expect(titles).toEqual(encoded.map(() => 'Été à Noël'));
  });

  it('reads what real exports hold and XML forbids', async () => {
    const odd = wxr(
      item({ title: 'Un\u0008 titre &nbsp;&eacute; &copy;', link: 'https://ancien.example.org/a?b=1&c=2&d' }),
    );
    const [text] = await texts(`\n  ${odd}`);
    expect([text?.title, text?.addresses[0]]).toEqual(['Un titre é ©', '/a?b=1&c=2&d']);
  });
});

describe('readWordPress, of a hostile or damaged export', () => {
  const DAMAGED = /^Le fichier est (?:coupé\u00a0: il s’arrête à la ligne \d+|abîmé à la ligne \d+)/;

  it.each([
    ['declared entities', '<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>', /DOCTYPE/],
    ['external entities', '<!DOCTYPE rss SYSTEM "file:///etc/passwd">', /DOCTYPE/],
    ['elements in elements without end', `<rss><channel>${'<a>'.repeat(100_000)}`, /abîmé/],
  ])('refuses %s', async (_, doctype, reason) => {
    const head = `<?xml version="1.0"?>${doctype}`;
    expect(await refusalOf(read(wxr(item({ title: '&b;' }), { head })))).toMatch(reason);
  });

  it('refuses a torn one wherever it is torn, and gives nothing of it', async () => {
    const whole = wxr(item({}) + PICTURE);
    const given: ImportedItem[] = [];
    for (let cut = 60; cut < whole.length - 1; cut += 97) {
      const torn = await file('torn.xml', whole.slice(0, cut));
      const reading = async (): Promise<void> => {
        const options = { signal: new AbortController().signal, onBytes: () => undefined };
        for await (const found of readWordPress([torn], options)) given.push(found);
      };
      expect(await refusalOf(reading()), whole.slice(cut - 20, cut)).toMatch(DAMAGED);
    }
    expect(given).toEqual([]);
  });

  it.each([
    ['what is no XML', 'Bonjour', /export de WordPress|abîmé/],
    ['another XML', '<?xml version="1.0"?><svg></svg>', /n’est pas un export/],
    ['nothing', '', /export de WordPress|abîmé/],
    ['tags that cross', wxr('<item><title>a</item></title>'), /abîmé/],
  ])('refuses %s', async (_, content, reason) => {
    expect(await refusalOf(read(content))).toMatch(reason);
  });

  it('runs nothing and keeps its head, whatever its fields hold', async () => {
    const script = '<![CDATA[<script>alert(1)</script><img src=x onerror=alert(1)>mot]]>';
    const fields = Object.fromEntries(
      [
        'title',
        'link',
        'dc:creator',
        'guid',
        'content:encoded',
        'excerpt:encoded',
        'wp:post_name',
        'wp:status',
      ].map((name) => [name, script]),
    );
    const [text] = await texts(
      wxr(item(fields, meta('_thumbnail_id', script) + meta('_yoast_wpseo_title', '<script>x</script>'))),
    );
    expect([text?.title, text?.excerpt, text?.content]).toEqual(['mot', 'mot', '![](x)mot\n']);
    const long = 'x'.repeat(10 * 1024 * 1024);
    expect((await texts(wxr(item({ title: long })))).map(({ title }) => title.length)).toEqual([long.length]);
  });

  it('reads parents that are their own', async () => {
    const cycle = ['a', 'b'].map(
      (slug, index) =>
        `<wp:category><wp:category_nicename>${slug}</wp:category_nicename><wp:category_parent>${'ba'[index] ?? ''}</wp:category_parent><wp:cat_name>${slug}</wp:cat_name></wp:category>`,
    );
    const lists = (await read(wxr('', { channel: cycle.join('') }))).flatMap((found) =>
      found.kind === 'list' && found.of === 'category' ? [found.addresses[0]] : [],
    );
    expect(lists).toEqual(['/category/b/a/', '/category/a/b/']);
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    const source = await file('export.xml', wxr(item({})));
    const reading = readWordPress([source], { signal: stop.signal, onBytes: () => undefined });
    await reading.next();
    stop.abort();
    await expect(all(reading)).rejects.toThrow();
  });
});
