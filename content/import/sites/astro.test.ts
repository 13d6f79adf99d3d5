import { describe, expect, it } from 'vitest';
import { itemsOf, leftOutOf, noted, textsOf, useExports } from '../../testing/exports.ts';

const exports = useExports();

describe('an Astro site', () => {
  it('may have its texts beside its sources, and stand beside what only explains itself', async () => {
    const items = await itemsOf(
      exports.folder({
        'README.md': '# Le dépôt\n',
        'a/un-theme/astro.config.mjs': 'export default {};',
        'a/un-theme/README.md': '# Un thème\n',
        'b/un-site/astro.config.mjs': 'export default {};',
        'b/un-site/README.md': '# Un site\n',
        'b/un-site/content/blog/un.md': '---\ntitle: Un\ndate: 2024-01-02\n---\nTexte.\n',
        'b/un-site/src/pages/blog/[slug].astro': '',
      }),
    );
    expect(textsOf(items).map(({ type, addresses }) => [type, addresses])).toEqual([['post', ['/blog/un/']]]);
  });

  it('says where it stands, and what it left, on one line as on several', async () => {
    const items = await itemsOf(
      exports.folder({
        'astro.config.mjs':
          "export default defineConfig({ site: 'https://carnet.example', base: '/b', redirects: { '/vieux': '/blog/un', '/autre/[...slug]': '/blog/[...slug]', '/ancien/': { status: 301, destination: '/blog/un/' } } });\n",
        'src/content/blog/un.md': '---\ntitle: Un\ndate: 2024-01-02\n---\nTexte.\n',
      }),
    );
    expect(items[0]).toMatchObject({ origin: 'https://carnet.example' });
    expect(textsOf(items)[0]?.addresses).toEqual(['/b/blog/un/', '/b/vieux', '/b/ancien/']);
  });

  it('that shows its texts by language has them there, and says how many pages it cannot read', async () => {
    const items = await itemsOf(
      exports.folder({
        'astro.config.mjs': 'export default {};',
        'src/content/blog/fr/un.md': '---\ntitle: Un\ndate: 2024-01-02\n---\nTexte.\n',
        'src/content/blog/en/one.md': '---\ntitle: One\nslug: en/first\ndate: 2024-01-02\n---\nWords.\n',
        'src/pages/[lang]/blog/[...slug].astro': '',
        'src/pages/[lang]/index.astro': '',
        'src/pages/index.astro': '',
        'src/pages/blog/index.astro': '',
        'src/pages/404.astro': '',
        'src/pages/a-propos.astro': '',
      }),
    );
    expect(textsOf(items).map(({ addresses }) => addresses[0])).toEqual(['/en/blog/first/', '/fr/blog/un/']);
    expect(leftOutOf(items)).toEqual([['pages écrites en .astro, qui ne sont pas lues', 1]]);
  });

  it.each([
    ['Deux {1 + 1} mots', 'Deux `{1 + 1}` mots', ['mark {1 + 1}']],
    ['Un{" "}*deux*, {`trois`}, {frontmatter.title}', 'Un *deux*, trois, Le titre', []],
    [
      '{liste.map((un) => (\n  <li>{un}</li>\n))}',
      '`{liste.map((un) => ( <li>{un}</li> ))}`',
      ['mark {liste.map((un) => (\n  <li>{un}</li>\n))}'],
    ],
    ['`{a}` $x_{i}$ \\{b} <p style={{ c: 1 }}>d</p>', '`{a}` $x_{i}$ \\{b} <p style={{ c: 1 }}>d</p>', []],
    ["import './a.css';\nimport v from './v.png';\n\nMots", 'Mots', ['shortcode import']],
    ["export { a } from './b';\n\nMots", 'Mots', ['shortcode export']],
  ])('says of MDX what it shows, and names what is computed: %s', async (body, markdown, notes) => {
    const [text] = textsOf(
      await itemsOf(
        exports.folder({
          'astro.config.mjs': 'export default {};',
          'src/content/blog/un.mdx': `---\ntitle: Le titre\n---\n${body}`,
        }),
      ),
    );
    expect([text?.content, noted(text)]).toEqual([markdown, notes]);
  });

  it('takes no longer for brackets that are never closed', async () => {
    const files = {
      'astro.config.mjs': 'export default {};',
      'src/content/blog/un.mdx': `---\ntitle: Un\n---\n${'{ a'.repeat(100_000)}`,
    };
    expect(textsOf(await itemsOf(exports.folder(files)))[0]?.content).toContain('{ a{ a');
  });

  it('takes no longer for a box of blanks', async () => {
    const body = `:::a${' '.repeat(200_000)}{b`;
    const files = { 'astro.config.mjs': '', 'src/content/blog/un.md': `---\ntitle: Un\n---\n${body}\n` };
    expect(textsOf(await itemsOf(exports.folder(files)))[0]?.content).toMatch(/^:::a\s+\{b$/);
  });

  it.each([
    [':::note[Le titre]\nDes mots\n:::', '**Le titre**\n\nDes mots'],
    ['::: tip Le titre {open}\nDes mots\n:::', '**Le titre**\n\nDes mots'],
    [':::caution\nDes mots\n:::', '**Caution**\n\nDes mots'],
    ['```\n:::note\n:::\n```', '```\n:::note\n:::\n```'],
  ])('names the box %j by its title', async (body, markdown) => {
    const files = { 'astro.config.mjs': '', 'src/content/blog/un.md': `---\ntitle: Un\n---\n${body}\n` };
    expect(textsOf(await itemsOf(exports.folder(files)))[0]?.content).toBe(markdown);
  });
});
