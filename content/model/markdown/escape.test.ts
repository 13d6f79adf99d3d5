import { describe, expect, it } from 'vitest';
import { escapeHtml, unescapeHtml } from './escape.ts';

describe('escapeHtml', () => {
  it('makes a text harmless between tags and between quotes', () => {
    expect(escapeHtml(`<a title="x" id='y'>&amp;`)).toBe(
      '&lt;a title=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;',
    );
  });
});

describe('unescapeHtml', () => {
  it('gives back what escapeHtml was given', () => {
    const text = `<>&"' &lt; &#39; é`;
    expect(unescapeHtml(escapeHtml(text))).toBe(text);
  });

  it('reads numbers of characters, and leaves the names it does not know', () => {
    expect(unescapeHtml('&#233;&#xE9;&nbsp;&eacute;&#0;&#xD800;&#9999999;')).toBe(
      'éé\u00A0&eacute;\uFFFD\uFFFD\uFFFD',
    );
  });
});
