import { describe, expect, it, vi } from 'vitest';
import { feedsOf, itemsOf, textsOf, useExports } from '../../testing/exports.ts';

const exports = useExports();

describe('the fields of a text', () => {
  it('hold a date where others say whether it is published', async () => {
    const text = (title: string, published: string): string =>
      `---\ntitle: ${title}\npublished: ${published}\n---\nTexte.\n`;
    const items = await itemsOf(
      exports.folder({
        'astro.config.mjs': 'export default {};\n',
        'src/content/posts/a.md': text('A', '2023-10-05'),
        'src/content/posts/b.md': text('B', 'false'),
      }),
    );
    expect(
      textsOf(items).map(({ title, state, published }) => [title, state, published?.slice(0, 7)]),
    ).toEqual([
      ['A', 'published', '2023-10'],
      ['B', 'draft', undefined],
    ]);
  });

  it.each([
    ['_config.yml', 'timezone: America/Montreal\n', '_posts/2019-05-01-a.md', '2019-05-01T04:00:00.000Z'],
    ['hugo.toml', 'timeZone = "Asia/Tokyo"\n', 'content/posts/a.md', '2019-04-30T15:00:00.000Z'],
    [
      'hugo.toml',
      'timeZone = "Asia/Tokyo"\ndefaultContentLanguage = "fr"\n[languages.fr]\ntimeZone = "UTC"\n',
      'content/posts/a.md',
      '2019-05-01T00:00:00.000Z',
    ],
  ])('hold dates in the zone of its site: %s, %j', async (name, settings, file, published) => {
    const files = { [name]: settings, [file]: '---\ntitle: A\ndate: 2019-05-01\n---\nTexte.\n' };
    expect(textsOf(await itemsOf(exports.folder(files)))[0]?.published).toBe(published);
  });

  it('name its cover, and one that no file of the site is is said to be missing', async () => {
    const text = (cover: string) => `---\ntitle: A\ncoverImage: "${cover}"\n---\nTexte.\n`;
    const items = await itemsOf(
      exports.folder({
        'astro.config.mjs': 'export default {};\n',
        'src/assets/vue.png': 'p',
        'src/content/posts/a.md': text('../../assets/vue.png'),
        'src/content/posts/b.md': text('../../assets/perdue.png'),
      }),
    );
    expect(textsOf(items).map(({ cover, notes }) => [cover, notes])).toEqual([
      ['/src/assets/vue.png', []],
      ['../../assets/perdue.png', [{ kind: 'picture', what: '../../assets/perdue.png' }]],
    ]);
  });

  it('hold many dates by one clock', async () => {
    const made = vi.spyOn(Intl, 'DateTimeFormat');
    const file = (at: number) => [`_posts/2019-05-0${at}-a.md`, '---\ntitle: A\n---\nTexte.\n'] as const;
    const files = Object.fromEntries([1, 2, 3].map(file));
    await itemsOf(exports.folder({ '_config.yml': 'timezone: America/Montreal\n', ...files }));
    expect(made).toHaveBeenCalledTimes(1);
    made.mockRestore();
  });

  it('sort it by what a Hugo site calls otherwise, and a caption keeps its bold words', async () => {
    const items = await itemsOf(
      exports.folder({
        'hugo.toml': '[taxonomies]\ntheme = "themes"\ntag = "tags"\nauthor = "authors"\n',
        'content/posts/a.md':
          '---\ntitle: A\ndate: 2020-01-02\ntags: [mer]\nthemes: [Bateau]\nauthors: [Léa]\n---\n{{< figure src="a.jpg" caption="La **baie**" >}}\n',
      }),
    );
    const [text] = textsOf(items);
    expect([text?.tags, text?.author, text?.content.trim().split('\n\n')[1]]).toEqual([
      ['mer', 'Bateau'],
      'Léa',
      '*La **baie***',
    ]);
    expect(
      items.flatMap((item) => (item.kind === 'list' && item.of === 'tag' ? item.addresses : [])),
    ).toContain('/themes/bateau/');
    expect(feedsOf(items)).toContain('/themes/bateau/index.xml');
  });
});
