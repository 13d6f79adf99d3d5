import { describe, expect, it } from 'vitest';
import { type ExportFiles, feedsOf, itemsOf, useExports } from '../../testing/exports.ts';

const exports = useExports();

const listsOf = async (files: ExportFiles) => {
  const items = await itemsOf(exports.folder(files));
  const lists = items.flatMap((item) => (item.kind === 'list' && item.of !== 'feed' ? [item] : []));
  return {
    feeds: feedsOf(items),
    lists: Object.fromEntries(
      lists.flatMap(({ of, name, addresses }) =>
        addresses.map((address) => [address, `${of} ${name}`.trim()]),
      ),
    ),
  };
};

const TEXT = '---\ntitle: Un\ndate: 2019-05-12\ntags: [Mer du Nord]\ncategories: [Voyages]\n---\nTexte.\n';

describe('the lists of a site made of files', () => {
  it('are those of each language of Hugo, with their feeds', async () => {
    const { lists, feeds } = await listsOf({
      'hugo.toml':
        'defaultContentLanguage = "fr"\ndefaultContentLanguageInSubdir = true\n[languages.fr]\n[languages.en]\n',
      'content/posts/un.md': TEXT,
    });
    expect(lists).toMatchObject({
      '/fr/': 'all',
      '/fr/posts/': 'all',
      '/fr/tags/mer-du-nord/': 'tag Mer du Nord',
      '/fr/categories/voyages/': 'category Voyages',
    });
    expect(feeds).toEqual(
      expect.arrayContaining(['/index.xml', '/fr/index.xml', '/fr/tags/mer-du-nord/index.xml']),
    );
  });

  it.each(['titre', 'un'])('are none at the address of an article itself, /%s/', async (slug) => {
    const { lists, feeds } = await listsOf({
      'hugo.toml': '[permalinks]\nposts = "/:slug/"\n',
      'content/posts/article.md': TEXT.replace('---', `---\nslug: ${slug}`),
    });
    expect(lists).toHaveProperty('/posts/');
    expect(lists).not.toHaveProperty(`/${slug}/`);
    expect(feeds).not.toContain(`/${slug}/index.xml`);
  });

  it.each([
    ['', '/tags/mer-du-nord/', '/category/voyages/'],
    [
      'jekyll-archives:\n  permalinks:\n    tag: /sujets/:name/\n    category: /themes/:name.html\n',
      '/sujets/mer-du-nord/',
      '/themes/voyages.html',
    ],
  ])('are those of Jekyll, where its settings say so: %j', async (said, tag, category) => {
    const { lists } = await listsOf({
      '_config.yml': `title: Carnet\npermalink: /notes/:title/\n${said}`,
      '_posts/2019-05-12-un.md': TEXT,
    });
    expect(lists).toMatchObject({
      [tag]: 'tag Mer du Nord',
      [category]: 'category Voyages',
      '/notes/': 'all',
    });
  });

  it('are those of Eleventy, at the address that a page made for each topic states', async () => {
    const { lists } = await listsOf({
      'eleventy.config.js': 'export default () => ({ dir: { input: "content" } });\n',
      'content/articles/un.md': TEXT,
      'content/tag-pages.njk':
        '---\npagination: { data: collections, size: 1, alias: tag }\npermalink: /sujets/{{ tag | slugify }}/\n---\n{% for post in collections[tag] %}{% endfor %}\n',
    });
    expect(lists).toMatchObject({ '/sujets/mer-du-nord/': 'tag Mer du Nord', '/articles/': 'all' });
    expect(lists).not.toHaveProperty('/tag-pages/');
  });

  it('are those of Astro', async () => {
    const { lists } = await listsOf({
      'astro.config.mjs': 'export default {};\n',
      'src/content/posts/un.md': TEXT,
      'src/pages/posts/[...slug].astro': '',
    });
    expect(lists).toMatchObject({ '/tags/mer-du-nord/': 'tag Mer du Nord', '/posts/': 'all' });
  });
});
