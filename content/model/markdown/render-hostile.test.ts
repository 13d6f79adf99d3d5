import { describe, expect, it } from 'vitest';
import { HOSTILE_HTML } from '../../testing/hostile-html.ts';
import { problemsOfHtml } from '../../testing/html-inspection.ts';
import { renderMarkdown } from './render.ts';

const IMAGES = new Map();

describe('renderMarkdown on hostile HTML', () => {
  it('has a corpus worth the name', () => {
    expect(new Set(HOSTILE_HTML).size).toBeGreaterThanOrEqual(60);
  });

  it.each(HOSTILE_HTML.map((source) => [source]))('makes nothing but an article of %j', (source) => {
    const { html } = renderMarkdown(source, { images: IMAGES });
    expect(problemsOfHtml(html)).toEqual([]);
  });

  it('stays safe when vectors are put inside one another', () => {
    const sources = HOSTILE_HTML.flatMap((outer, index) => {
      const inner = HOSTILE_HTML[(index * 7 + 3) % HOSTILE_HTML.length] ?? '';
      return [
        `${outer}${inner}`,
        `> - ${outer}\n>   ${inner}`,
        `| ${outer} | ${inner} |\n|---|---|\n| ${inner} | ${outer} |`,
        `[${outer}](${inner} "${inner}")`,
        `![${outer}](/images/${inner})`,
        `<p title="${inner}">${outer}</p>`,
        `# ${outer}\n\na[^${index}]\n\n[^${index}]: ${inner}`,
        `<details><summary>${outer}\n\n${inner}`,
        outer.slice(0, Math.floor(outer.length / 2)) + inner,
      ];
    });
    for (const source of sources) {
      const { html } = renderMarkdown(source, { images: IMAGES });
      expect({ source, problems: problemsOfHtml(html) }).toEqual({ source, problems: [] });
    }
  });
});

describe('problemsOfHtml', () => {
  it.each([
    '<script>x</script>',
    '<p onclick="x">a</p>',
    '<a href="javascript:x">a</a>',
    '<a href="java&#115;cript:x">a</a>',
    '<a href="//x.y">a</a>',
    '<p style="a">a</p>',
    '<h2 id="menu">a</h2>',
    '<h2 id="a">a</h2><h2 id="a">b</h2>',
    '<p>a',
    '</div>',
    '<p>a < b</p>',
    '<img src="https://x.y/a.png">',
    '<foo>a</foo>',
    '<!-- a -->',
  ])('finds what is wrong with %j', (html) => {
    expect(problemsOfHtml(html)).not.toEqual([]);
  });
});
