import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './render.ts';
import { showUnclosed } from './unclosed-elements.ts';

const html = (source: string) => renderMarkdown(source, { images: new Map() }).html;

describe('showUnclosed', () => {
  it('makes text of what nothing closes, whatever its case', () => {
    expect(showUnclosed('<p>a <TITLE>b</p><svg width="1">', ['title', 'svg'])).toBe(
      '<p>a &lt;TITLE>b</p>&lt;svg width="1">',
    );
  });

  it('leaves what is closed later, other elements, and longer names', () => {
    const closed = '<svg><path></svg><b>c</b><titles>';
    expect(showUnclosed(closed, ['title', 'svg'])).toBe(closed);
  });

  it('knows the closed from the unclosed of one name', () => {
    expect(showUnclosed('<svg></svg> puis <svg>', ['svg'])).toBe('<svg></svg> puis &lt;svg>');
  });
});

describe('an article that names an element without quoting it', () => {
  it.each(['title', 'script', 'style', 'svg', 'iframe', 'select', 'textarea', 'plaintext'])(
    'keeps what follows <%s>',
    (name) => {
      expect(html(`La balise <${name}> compte.\n\nSuite du texte.\n`)).toBe(
        `<p>La balise &lt;${name}&gt; compte.</p>\n<p>Suite du texte.</p>\n`,
      );
    },
  );

  it('still drops a closed one whole', () => {
    expect(html('Avant <script>alert(1)</script> après\n')).toBe('<p>Avant  après</p>\n');
  });
});
