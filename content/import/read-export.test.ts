import { describe, expect, it } from 'vitest';
import { itemsOf, recognized, textsOf, useExports } from '../testing/exports.ts';
import { wxr } from '../testing/wxr.ts';

const exports = useExports();

describe('recognizeExport', () => {
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
