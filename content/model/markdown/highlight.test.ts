import { describe, expect, it } from 'vitest';
import { problemsOfHtml } from '../../testing/html-inspection.ts';
import { unescapeHtml } from './escape.ts';
import { MAX_HIGHLIGHTED } from './highlight.ts';
import { renderMarkdown } from './render.ts';
import { createPartsRenderer } from './render-parts.ts';

const OPTIONS = { images: new Map() };
const TRICKY = 'const a = "<b>" + \'&amp;\'; // l’été : « oui » ; `${a}`\n';

function code(language: string, source: string): string {
  return renderMarkdown(`\`\`\`${language}\n${source}\n\`\`\`\n`, OPTIONS).html;
}

describe('highlightCode', () => {
  it('marks the words of a known language by classes alone, under the names people give it', () => {
    const html = code('js', 'const x = 1;');
    expect(html).toContain('<span class="hljs-keyword">const</span> x = <span class="hljs-number">1</span>;');
    expect(html).not.toContain('style');
    for (const name of ['ts', 'py', 'html', 'yml', 'sh', 'console', 'JSON'])
      expect(code(name, '{"a": 1} <a> # b "c"'), name).toContain('hljs-');
  });

  it('changes not one character of the code, and lets none of it be HTML', () => {
    const html = code('ts', TRICKY);
    expect(problemsOfHtml(html)).toEqual([]);
    expect(unescapeHtml(html.replace(/<[^>]*>/g, '')).trim()).toBe(TRICKY.trim());
  });

  it.each([
    ['no language', '', 'const x = 1;'],
    ['an unknown language', 'cobol', 'const x = 1;'],
    ['a line too long to be told apart in time', 'js', `const x = "${'a'.repeat(300)}";`],
    ['a block that is too long', 'js', 'const x = 1;\n'.repeat(1_000)],
  ])('leaves code with %s as it is', (_why, language, source) => {
    expect(code(language, source)).not.toContain('hljs-');
  });

  it('leaves HTML that an author wrote within code as it is', () => {
    const html = renderMarkdown('<pre><code class="language-js">const <b>x</b></code></pre>', OPTIONS).html;
    expect(html).toContain('const <b>x</b>');
    expect(html).not.toContain('hljs-');
  });

  it('leaves a text with too much code as it is, cut in parts or not', () => {
    const block = `\`\`\`js\n${'const x = 1;\n'.repeat(700)}\`\`\`\n\n`;
    const few = block.repeat(Math.floor(MAX_HIGHLIGHTED / block.length));
    for (const [source, isMarked] of [
      [few, true],
      [few + block, false],
    ] as const) {
      const { html } = renderMarkdown(source, OPTIONS);
      expect(html.includes('hljs-')).toBe(isMarked);
      expect(
        createPartsRenderer()(source, OPTIONS)
          .parts.map((part) => part.html)
          .join(''),
      ).toBe(html);
    }
  });
});
