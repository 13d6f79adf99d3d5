import { describe, expect, it } from 'vitest';
import { copiedToMarkdown } from './copied.ts';

describe('copiedToMarkdown', () => {
  it('keeps titles, paragraphs, bold, italic and links', () => {
    const html =
      '<h1>Titre</h1><p>Un <b>mot <i>penché</i></b>, un <a href="https://exemple.fr/a">lien</a>.</p>';
    expect(copiedToMarkdown(html)).toBe('## Titre\n\nUn **mot _penché_**, un [lien](https://exemple.fr/a).');
  });

  it('reads what Google Docs copies', () => {
    const html =
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700">Gras</span><span> et normal</span></p><ul><li><p>un</p></li><li><p>deux</p></li><ul><li><p>trois</p></li></ul></ul></b>';
    expect(copiedToMarkdown(html)).toBe('**Gras** et normal\n\n- un\n- deux\n  - trois');
  });

  it('reads the lists of Word', () => {
    const item = (level: number, sign: string, text: string) =>
      `<p class=MsoListParagraph style='margin-left:36pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${sign}<span>&nbsp; </span></span><![endif]>${text}</p>`;
    const html = `<html><body><!--StartFragment--><p class=MsoNormal>Avant<o:p></o:p></p>${item(1, '·', 'un')}\n${item(2, 'o', 'deux')}\n${item(1, '·', 'trois')}<p>Après</p>${item(1, '1.', 'a')}<!--EndFragment--></body></html>`;
    expect(copiedToMarkdown(html)).toBe('Avant\n\n- un\n  - deux\n- trois\n\nAprès\n\n1. a');
  });

  it('leaves out paragraphs of nothing but an unbreakable space, as Word has between others', () => {
    const html =
      '<p class=MsoNormal>un</p><p class=MsoNormal><o:p>&nbsp;</o:p></p><div><p><b> &nbsp;</b></p></div><p>deux<b>&nbsp;</b></p>';
    expect(copiedToMarkdown(html)).toBe('un\n\ndeux');
    expect(
      copiedToMarkdown('un<p>&nbsp;</p>de<div><br></div>ux<p>\u00a0<img src="/images/a.webp" alt="a"></p>'),
    ).toBe('un\n\nde\n\nux\n\n\u00a0![a](/images/a.webp)');
  });

  it('numbers lists from where they start', () => {
    const html = '<p>un</p><ol start="3"><li>trois</li><li>quatre</li></ol><ol start="x"><li>un</li></ol>';
    expect(copiedToMarkdown(html)).toBe('un\n\n3. trois\n4. quatre\n\n1) un');
    const word = (sign: string) =>
      `<p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>${sign}</span>mot</p>`;
    expect(copiedToMarkdown(`${word('7.')}${word('8.')}<p>fin</p>${word('c)')}`)).toBe(
      '7. mot\n8. mot\n\nfin\n\n1. mot',
    );
    expect(copiedToMarkdown(word('2.3.') + word('2.4.'))).toBe('3. mot\n4. mot');
    expect(copiedToMarkdown(word('2.1.') + word('2.2.'))).toBe('1. mot\n2. mot');
  });

  it('keeps quotes, code, rules and tables', () => {
    const html =
      '<blockquote><p>un</p><p>deux</p></blockquote><pre><code>a\n  b</code></pre><hr><table><tr><th>A</th><th>B</th></tr><tr><td>1|2</td><td><p>3</p></td></tr></table>';
    expect(copiedToMarkdown(html)).toBe(
      '> un\n>\n> deux\n\n```\na\n  b\n```\n\n---\n\n| A | B |\n| - | - |\n| 1\\|2 | 3 |',
    );
  });

  it('escapes what would be Markdown', () => {
    expect(copiedToMarkdown('<p># un *deux* [trois] &lt;b&gt;</p><p>1. a_b _c_</p>')).toBe(
      '\\# un \\*deux\\* \\[trois] \\<b>\n\n1\\. a_b \\_c\\_',
    );
  });

  it('leaves scripts, styles, pictures of others and unsafe links behind', () => {
    const html =
      '<style>p{}</style><script>x()</script><p>Un <img src="https://exemple.fr/x.png" alt="x"><a href="javascript:x()">mot</a> <b>gras</b></p>';
    expect(copiedToMarkdown(html)).toBe('Un mot **gras**');
  });

  it('reads styles as marks, shared by neighbours', () => {
    const html =
      '<p><span style="Font-Weight: 700; x">Gras</span><b> encore</b> <span style="text-decoration:line-through">non</span></p>';
    expect(copiedToMarkdown(html)).toBe('**Gras encore** ~~non~~');
  });

  it('keeps exponents, and no underlining, title in bold or player', () => {
    const html =
      '<h2><b>Aire</b></h2><p><u>Un m<sup>2</sup></u></p><iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe>';
    expect(copiedToMarkdown(html)).toBe('## Aire\n\nUn m<sup>2</sup>');
  });

  it('makes blocks of a table for layout, and one line of each cell', () => {
    expect(copiedToMarkdown('<table><tr><td><p>un</p><p>deux</p></td></tr></table>')).toBe('un\n\ndeux');
    const html =
      '<table><tr><td>A</td><td>B</td></tr><tr><td colspan="2"><p>un</p><ul><li>deux</li></ul></td></tr></table>';
    expect(copiedToMarkdown(html)).toBe('| A | B |\n| - | - |\n| un deux | |');
  });

  it.each(['<div>', '<b>', '<ul><li>', '<table><tr><td>', '<a href="/x">', '<sup>', '<blockquote>'])(
    'survives %s without end',
    (tag) => {
      expect(copiedToMarkdown(`${tag.repeat(20_000)}mot${'</b></x>'.repeat(20_000)}`) ?? 'mot').toContain(
        'mot',
      );
    },
  );

  it('has nothing to add to a line of plain text', () => {
    expect(copiedToMarkdown('<span style="color:red">un mot</span>')).toBe(null);
    expect(copiedToMarkdown('<a href="https://exemple.fr/a">https://exemple.fr/a</a>')).toBe(null);
  });
});
