import { describe, expect, it } from 'vitest';
import { portableHtml } from './portable-html.ts';
import { renderMarkdown } from './render.ts';

const ADDRESS = 'https://exemple.fr/blog/prix';

describe('portableHtml', () => {
  it('makes every address absolute and leaves out what is the site’s own', () => {
    const html =
      '<h2 id="a">Un titre</h2><p><a class="x" href="/blog/autre#b">lien</a> <a href="#note-1" id="n">1</a></p>' +
      '<picture><source type="image/avif" srcset="/images/a.avif 400w"><img class="x" src="/images/a.webp" srcset="/images/a.webp 400w" loading="lazy" alt="Un bureau" width="4" height="3"></picture>' +
      '<button type="button">Copier</button><script>alert(1)</script><a href="javascript:alert(1)">non</a>';
    expect(portableHtml(html, ADDRESS)).toBe(
      '<h2>Un titre</h2><p><a href="https://exemple.fr/blog/autre#b">lien</a> <a href="https://exemple.fr/blog/prix#note-1">1</a></p>' +
        '<img src="https://exemple.fr/images/a.webp" alt="Un bureau" width="4" height="3" /><a>non</a>',
    );
  });

  it('keeps the text of an article: code, tables, notes', () => {
    const source =
      'Un `<b>` & « deux »[^1].\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```js\nconst a = 1 < 2;\n```\n\n[^1]: La note.\n';
    const { html } = renderMarkdown(source, { images: new Map(), origin: 'https://exemple.fr' });
    const portable = portableHtml(html, ADDRESS);
    const text = (of: string) =>
      of
        .replace(/<[^>]*>/g, '')
        .replace(/\s+/g, ' ')
        .trim();
    expect(text(portable)).toBe(text(html));
    expect(portable).not.toMatch(/class=|id=|href="[^h]/);
  });

  it('says of each task whether it is done', () => {
    const { html } = renderMarkdown('- [x] Fait\n- [ ] À faire\n', {
      images: new Map(),
      origin: 'https://exemple.fr',
    });
    expect(portableHtml(html, ADDRESS)).toBe('<ul>\n<li>☑ Fait</li>\n<li>☐ À faire</li>\n</ul>');
  });
});
