import { describe, expect, it } from 'vitest';
import { filesOf, itemsOf, leftOutOf, textsOf, useExports } from '../../testing/exports.ts';
import { wxr } from '../../testing/wxr.ts';
import type { ImportedItem } from '../imported.ts';

const exports = useExports();
const dated = (title: string): string => `---\ntitle: ${title}\ndate: 2019-05-12\n---\nBonjour.\n`;

function readTexts(items: readonly ImportedItem[]) {
  return textsOf(items).map(({ id, type, content }) => [id, type, content]);
}

describe('a site', () => {
  it('says which of its texts are of a format that is not read', async () => {
    const items = await itemsOf(
      exports.folder({
        'hugo.toml': '',
        'content/posts/lu.md': dated('Lu'),
        'content/posts/carnet.org': '#+TITLE: Carnet\nDes mots.\n',
        'content/posts/guide.adoc': '= Guide\n',
        'content/posts/notes/index.org': '#+TITLE: Notes\n',
        'themes/autre/exampleSite/content/posts/exemple.org': '#+TITLE: Exemple\n',
      }),
    );
    expect(leftOutOf(items)).toEqual([
      ['textes au format .org, qui n’est pas lu (voir les fichiers)', 2],
      ['textes au format .adoc, qui n’est pas lu (voir les fichiers)', 1],
    ]);
    expect(filesOf(items).map(({ id }) => id)).toEqual([
      'content/posts/carnet.org',
      'content/posts/guide.adoc',
      'content/posts/notes/index.org',
    ]);
  });

  it('whose texts are all of another format is refused with that reason', async () => {
    const items = itemsOf(
      exports.folder({ 'config.toml': '', 'content/post/carnet.org': '#+TITLE: Carnet\n' }),
    );
    await expect(items).rejects.toThrow('au format .org');
  });

  it('has no page of its own for what is not found', async () => {
    const items = await itemsOf(
      exports.folder({
        '_config.yml': '',
        '404.md': '---\ntitle: Perdu\npermalink: /404\n---\nIci, il n’y a rien.\n',
        '_posts/2020-01-01-un.md': dated('Un'),
      }),
    );
    expect(readTexts(items).map(([id]) => id)).toEqual(['_posts/2020-01-01-un.md']);
    expect(leftOutOf(items)).toEqual([['page «\u00a0introuvable\u00a0» (404) : Encrier a la sienne', 1]]);
  });

  it('is read where the export that it was made from was kept beside its texts, which is said', async () => {
    const old = wxr([{ id: 1, title: 'Ancien', slug: 'ancien', content: 'Ancien.' }]);
    const files = {
      '_config.yml': 'title: Le blog\n',
      'wordpress.xml': old,
      'a-propos.md': dated('À propos'),
    };
    const items = await itemsOf(exports.folder(files));
    expect(textsOf(items).map(({ title }) => title)).toEqual(['À propos']);
    expect(leftOutOf(items)).toEqual([
      ['export d’un autre système, à importer à part\u00a0: «\u00a0wordpress.xml\u00a0»', 1],
    ]);
  });

  it('gives way to an export that stands outside its folder', async () => {
    const old = wxr([{ id: 1, title: 'Ancien', slug: 'ancien', content: 'Ancien.' }]);
    const files = { 'docs/_config.yml': '', 'wordpress.xml': old, 'docs/aide.md': dated('Aide') };
    expect(textsOf(await itemsOf(exports.folder(files))).map(({ title }) => title)).toEqual(['Ancien']);
  });
});

describe('a Hugo site', () => {
  it('without folders has its articles at the top', async () => {
    const items = await itemsOf(
      exports.folder({
        'hugo.toml': '',
        'content/un.md': dated('Un'),
        'content/deux/index.md': dated('Deux'),
        'content/about.md': dated('À propos'),
        'content/sans-date.md': '---\ntitle: Sans date\n---\nBonjour.\n',
      }),
    );
    expect(readTexts(items)).toEqual([
      ['content/about.md', 'page', 'Bonjour.'],
      ['content/deux/index.md', 'post', 'Bonjour.'],
      ['content/sans-date.md', 'page', 'Bonjour.'],
      ['content/un.md', 'post', 'Bonjour.'],
    ]);
  });

  it('of Zola has its addresses and dates in paths', async () => {
    const zola =
      '+++\npath = "dedans/2023/12/21/un"\ntitle = "Un"\naliases = ["vieux/un.html"]\n+++\nBonjour.\n';
    const files = {
      'config.toml': 'base_url = "https://ancien.exemple.fr"\n',
      'content/un.md': zola,
      'content/2019-05-12.md': '+++\ntitle = "x"\n+++\n',
    };
    const [read] = textsOf(await itemsOf(exports.folder(files))).filter(({ title }) => title === 'Un');
    expect([read?.type, read?.published, read?.addresses]).toEqual([
      'post',
      '2023-12-20T23:00:00.000Z',
      ['/dedans/2023/12/21/un', '/vieux/un.html'],
    ]);
  });

  it('with folders of articles has pages at the top, unless their names are dated', async () => {
    const items = await itemsOf(
      exports.folder({
        'hugo.toml': '',
        'content/posts/un.md': dated('Un'),
        'content/services.md': dated('Services'),
        'content/2019-05-12-deux.md': dated('Deux'),
      }),
    );
    expect(readTexts(items).map(([id, type]) => [id, type])).toEqual([
      ['content/2019-05-12-deux.md', 'post'],
      ['content/posts/un.md', 'post'],
      ['content/services.md', 'page'],
    ]);
  });
});

describe('an Eleventy site', () => {
  it('has no page in its feed, not even the one before a folder of articles', async () => {
    const items = await itemsOf(
      exports.folder({
        'eleventy.config.js': 'export default () => ({})',
        '_data/site.json': '{"url": "https://ancien.exemple.fr"}',
        'blog/index.md': '---\ntitle: Mon journal\n---\nBonjour.\n',
        'blog/un.md': dated('Un'),
      }),
    );
    expect(textsOf(items).map(({ type, feedId }) => [type, feedId])).toEqual([
      ['page', null],
      ['post', 'https://ancien.exemple.fr/blog/un/'],
    ]);
  });

  it('says that an address is supposed which a program made', async () => {
    const addressed = async (script: string) => {
      const items = await itemsOf(
        exports.folder({
          'eleventy.config.js': '',
          'posts/posts.11tydata.js': script,
          'posts/un.md': dated('Un'),
        }),
      );
      return textsOf(items).map(({ addresses, notes }) => [addresses, notes]);
    };
    const supposed = [[['/posts/un/'], [{ kind: 'address', what: '/posts/un/' }]]];
    expect(await addressed('module.exports = { permalink: (data) => made(data) };')).toEqual(supposed);
    expect(
      await addressed('export default { eleventyComputed: { permalink(data) { return f(data); } } };'),
    ).toEqual(supposed);
    expect(await addressed('module.exports = { permalink: "/b/{{ page.fileSlug }}/" };')).toEqual([
      [['/b/un/'], []],
    ]);
  });

  it('keeps its data and what stands around its texts where its settings say', async () => {
    const items = await itemsOf(
      exports.folder({
        'eleventy.config.js': 'dir: { input: "src", data: "faits", includes: "morceaux", layouts: "cadres" }',
        'src/faits/meta.json': '{ "url": "https://ancien.test", "title": "Le blog" }',
        'src/posts/un.md': dated('Un'),
        'src/cadres/texte.njk':
          '---\ntitle: Texte\n---\n<p>Ce que chaque page dit autour de son texte, en bien plus de douze mots.</p>',
        'src/morceaux/pied.html':
          '---\ntitle: Pied\n---\n<p>Ce que chaque page dit en bas, en bien plus de douze mots aussi.</p>',
      }),
    );
    expect(items[0]).toMatchObject({ title: 'Le blog', origin: 'https://ancien.test' });
    expect(readTexts(items).map(([id]) => id)).toEqual(['src/posts/un.md']);
  });

  it('has pages in HTML and Nunjucks, without those that list others', async () => {
    const items = await itemsOf(
      exports.folder({
        'eleventy.config.js': 'export default () => ({ dir: { input: "src" } })',
        'src/posts/un.md': `${dated('Un')}\n[Le blog](/blog/)\n`,
        'src/a-propos.njk':
          '---\ntitle: À propos\n---\n<p>Je <b>suis</b> {{ site.nom }} là, et j’écris ici depuis dix ans ce que je lis et ce que je vois.</p>\n',
        'src/blog.njk':
          '---\ntitle: Le blog\n---\n{% for post in collections.posts %}<a>{{ post.url }}</a>{% endfor %}\n',
        'src/feed.njk': '---\npermalink: /feed.xml\n---\n<feed></feed>\n',
        'src/essai/page.html': '<p>Sans en-tête.</p>\n',
        'src/_includes/base.njk': '<html></html>\n',
      }),
    );
    expect(readTexts(items).map(([id, type]) => [id, type])).toEqual([
      ['src/a-propos.njk', 'page'],
      ['src/posts/un.md', 'post'],
    ]);
    expect(textsOf(items)[0]?.content).toContain('Je **suis**');
    expect(leftOutOf(items)).toEqual([['pages faites par un modèle (listes, index)', 1]]);
    expect(items).toContainEqual({ kind: 'list', of: 'all', name: '', addresses: ['/blog/'] });
  });
});

it.each([
  { system: 'Jekyll', settings: '_config.yml', titles: ['Équipe', 'Contact'] },
  { system: 'Eleventy', settings: 'eleventy.config.js', titles: ['Équipe', 'Contact', 'Libre'] },
])('of $system has its texts whose front matter is empty', async ({ settings, titles }) => {
  const items = await itemsOf(
    exports.folder({
      [settings]: '',
      '_posts/2019-05-12-un.md': dated('Un'),
      'a-propos/contact.html': '---\n---\n<p>Nous sommes là tous les jours.</p>\n',
      'equipe.md': '---\n---\n\n# Équipe\n\nBonjour.\n',
      'libre.md': 'Des mots, sans rien devant.\n',
      'README.md': '# Le dépôt\n',
    }),
  );
  const pages = textsOf(items).filter(({ type }) => type === 'page');
  expect(pages.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
  expect(pages.find(({ title }) => title === 'Équipe')?.content).toBe('Bonjour.');
});

it('has no page of a file without a word or a picture, as a program is put on a site', async () => {
  const program =
    '---\n---\n<html><head><title>Réglages</title></head><body><script src="a.js"></script></body></html>\n';
  const items = await itemsOf(
    exports.folder({
      '_config.yml': '',
      '_posts/2019-05-12-un.md': dated('Un'),
      'admin/index.html': program,
      'galerie.html': '---\n---\n<img src="/a.jpg">\n',
    }),
  );
  expect(readTexts(items).map(([id]) => id)).toEqual(['_posts/2019-05-12-un.md', 'galerie.html']);
});

it('says which of its pictures are in Git LFS, and has them outside', async () => {
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n';
  const items = await itemsOf(
    exports.folder({
      '_config.yml': '',
      '_posts/2019-05-12-un.md': `${dated('Un')}![](/img/a.jpg) ![](/img/b.jpg)\n`,
      'img/a.jpg': pointer,
      'img/b.jpg': 'p',
    }),
  );
  expect(filesOf(items).map(({ id, path }) => [id, path === null])).toEqual([
    ['img/a.jpg', true],
    ['img/b.jpg', false],
  ]);
  expect(leftOutOf(items)).toEqual([
    ['fichiers Git LFS, qui ne sont pas dans l’export (récupérez-les par «\u00a0git lfs pull\u00a0»)', 1],
  ]);
});

describe('a text', () => {
  it.each(['utf16le', 'utf-16be'] as const)('is in %s without a mark', async (encoding) => {
    const bytes = Buffer.from(dated('Été'), 'utf16le');
    const text = encoding === 'utf16le' ? bytes : bytes.swap16();
    const [read] = textsOf(await itemsOf(exports.folder({ 'hugo.toml': '', 'content/posts/un.md': text })));
    expect([read?.title, read?.content]).toEqual(['Été', 'Bonjour.']);
  });
});

it('is read alike in whatever folder a site is given, by which its texts are known for ever', async () => {
  const site = {
    'eleventy.config.js': 'export default () => ({ dir: { input: "src" } })',
    'src/blog/un.md': '---\ntitle: Un\n---\n{% link files/plan.pdf %}\n',
    'src/seul.md': 'Sans en-tête.\n',
    'src/files/plan.pdf': 'p',
  };
  const readBelow = async (folder: string) => {
    const files = Object.entries(site).map(([name, file]) => [folder + name, file] as const);
    const items = await itemsOf(await exports.zip(Object.fromEntries(files)));
    const texts = textsOf(items).map(({ id, state, content }) => [id, state, content]);
    return [texts, leftOutOf(items)];
  };
  const readAs = (folder: string) => [
    [
      [`${folder}src/blog/un.md`, 'published', '/files/plan.pdf'],
      [`${folder}src/seul.md`, 'published', 'Sans en-tête.'],
    ],
    [],
  ];
  expect(await readBelow('')).toEqual(readAs(''));
  expect(await readBelow('blog/drafts/')).toEqual(readAs('blog/drafts/'));
});
