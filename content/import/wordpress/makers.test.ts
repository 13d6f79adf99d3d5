import { describe, expect, it } from 'vitest';
import { itemsOf, noted, recognized, textsOf, useExports } from '../../testing/exports.ts';
import { wxr as wxrOf } from '../../testing/wxr.ts';

const exports = useExports();

function wxr(...items: readonly Readonly<Record<string, string>>[]): string {
  const written = items.map((fields) => {
    const stated = { 'wp:post_id': '1', 'wp:status': 'publish', 'wp:post_type': 'post', ...fields };
    const lines = Object.entries(stated).map(([name, value]) => `<${name}>${value}</${name}>`);
    return `<item>${lines.join('')}</item>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><rss xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/" version="2.0"><channel><title>Atelier</title><link>https://www.atelier.example</link><wp:wxr_version>1.2</wp:wxr_version>${written.join('')}</channel></rss>`;
}

const textOf = async (fields: Readonly<Record<string, string>>) => {
  const [text] = textsOf(await itemsOf(exports.file('export.xml', wxr(fields))));
  return text;
};

describe('an export of WordPress that Squarespace made', () => {
  it('has addresses from the root of its site on, and paths for slugs', async () => {
    expect(
      await textOf({
        title: 'Mon article',
        link: '/blog/2023/6/7/mon-article.html',
        'wp:post_name': 'blog/2023/6/7/mon-article.html',
        'content:encoded': '<![CDATA[<p>Texte</p>]]>',
      }),
    ).toMatchObject({ slug: 'mon-article', addresses: ['/blog/2023/6/7/mon-article.html', '/?p=1'] });
  });

  it('has each picture twice, and films in an attribute', async () => {
    const picture = 'src="https://images.example/Photo.jpg"';
    const film = '&lt;iframe src=&quot;https://vimeo.com/76979871&quot;&gt;&lt;/iframe&gt;';
    const text = await textOf({
      title: 'A',
      'content:encoded': `<![CDATA[<figure><div><noscript><img ${picture} alt=""></noscript><img class="thumb-image" data-${picture} alt="Un banc"></div><figcaption><p>Le banc</p></figcaption></figure><div class="video-block" data-html="${film}"></div>]]>`,
    });
    expect(text?.content.trim()).toBe(
      '![Un banc](https://images.example/Photo.jpg "Le banc")\n\n[Vidéo sur Vimeo](https://vimeo.com/76979871)',
    );
  });
});

describe('a text of WordPress in several pages', () => {
  it('has the address of each of them', async () => {
    const pages = (link: string) =>
      textOf({
        title: 'A',
        link: `https://www.atelier.example/${link}`,
        'content:encoded': '<![CDATA[Un<!--nextpage-->deux<!--nextpage-->trois]]>',
      });
    expect((await pages('2019/titre/'))?.addresses).toEqual([
      '/2019/titre/',
      '/2019/titre/2/',
      '/2019/titre/3/',
      '/?p=1',
    ]);
    expect((await pages('?p=1'))?.addresses).toEqual(['/?p=1']);
  });
});

describe('an export of WordPress before 5.7', () => {
  it.each([
    ['Utiliser &lt;section&gt; en HTML', 'Utiliser <section> en HTML'],
    ['a &lt; b &amp;amp; c', 'a < b & c'],
    ['<![CDATA[L’art de la <em>soupe</em> &lt;section&gt;]]>', 'L’art de la soupe <section>'],
  ])('says in a title what its author wrote between angle brackets: %s', async (title, read) => {
    expect((await textOf({ title, 'content:encoded': 'Texte' }))?.title).toBe(read);
  });
});

describe('an export of WordPress that another program made', () => {
  it('dates its texts by their publication alone, and has pictures above them in another file', async () => {
    const text = await textOf({
      title: 'A',
      pubDate: 'Sun, 12 May 2019 06:00:00 -0500',
      'content:encoded': 'Texte',
      'wp:postmeta': '<wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>61</wp:meta_value>',
    });
    expect(text).toMatchObject({ published: '2019-05-12T11:00:00.000Z', cover: null });
    expect(noted(text)).toEqual(['picture à la une (nº 61)']);
    const undated = { title: 'A', pubDate: 'Mon, 30 Nov -0001 00:00:00 +0000', 'content:encoded': 'Texte' };
    expect((await textOf(undated))?.published).toBeNull();
  });

  it.each([
    [
      'has captions of Blogger in tables',
      '<![CDATA[<table class="tr-caption-container"><tbody><tr><td><a href="/s1600/vue.jpg"><img src="/s320/vue.jpg"></a></td></tr><tr><td class="tr-caption">Une vue</td></tr></tbody></table>]]>',
      '![](/s1600/vue.jpg "Une vue")',
    ],
    [
      'has its text as elements',
      '<p class="a">Un <b>deux</b> &lt;c&gt;</p><p>trois</p>',
      'Un **deux** \\<c>\n\ntrois',
    ],
    [
      'holds one piece in another',
      '<![CDATA[<p>un</p><script>// <![CDATA[\na()\n// ]]></script><p>deux<br>trois</p>]]>',
      'un\n\ndeux\\\ntrois',
    ],
    ['has its pieces split', '<![CDATA[<p>un <![CDATA[x]]]]><![CDATA[> deux</p>]]>', 'un deux'],
  ])('%s', async (_, content, markdown) => {
    expect((await textOf({ title: 'A', 'content:encoded': content }))?.content.trim()).toBe(markdown);
  });
});

describe('a text with fields of ACF', () => {
  it('names those in which something is, and says nothing of what is in them', async () => {
    const meta = {
      introduction: 'Des mots',
      _introduction: 'field_5ad',
      vide: '',
      _vide: 'field_5ae',
      blocs_0_texte: 'Un',
      _blocs_0_texte: 'field_5af',
      blocs_1_texte: 'Deux',
      _blocs_1_texte: 'field_5af',
    };
    const post = { id: 1, title: 'A', slug: 'a', content: 'Texte', meta };
    const [text] = textsOf(await itemsOf(exports.file('export.xml', wxrOf([post]))));
    expect([text?.content.trim(), noted(text)]).toEqual(['Texte', ['field introduction', 'field blocs']]);
  });
});

describe('a text as elements', () => {
  it('is refused where it is out of measure', async () => {
    const file = exports.file(
      'export.xml',
      wxr({ title: 'A', 'content:encoded': '<p>aaaaaaaaaa</p>'.repeat(2_100_000) }),
    );
    expect(await recognized(file)).toEqual({
      kind: 'refused',
      reason: expect.stringContaining('démesuré') as unknown,
    });
  });
});

describe('files of one export of WordPress', () => {
  it('that overlap give the latest version of a text, in whatever order they come', async () => {
    const version = (content: string, day: string): string =>
      wxr({
        title: 'A',
        'wp:post_modified_gmt': `2024-05-${day} 10:00:00`,
        'content:encoded': `<![CDATA[<p>${content}</p>]]>`,
      });
    const items = await itemsOf(
      exports.folder({ '1.xml': version('avant', '01'), '2.xml': version('après', '02') }),
    );
    expect(textsOf(items).map(({ content }) => content.trim())).toEqual(['après']);
    expect(items).toContainEqual({
      kind: 'left-out',
      what: 'versions plus anciennes d’un texte',
      count: 1,
    });
  });
});
