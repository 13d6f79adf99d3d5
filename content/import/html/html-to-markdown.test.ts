// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#content/model/markdown/render.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';

function markdown(html: string): string {
  return htmlToMarkdown(html).markdown.trimEnd();
}

const BLOCK =
  /<(?=\/?(?:p|div|li|br|t[dhr]|h\d|figure|figcaption|blockquote|pre|d[dt]|summary|hr|img|center|caption|option|textarea|rt|address|menu|xmp|noscript)\b)/g;

/** The words that a browser shows of some HTML, in order. */
function words(html: string): readonly string[] {
  const { body } = new DOMParser().parseFromString(html.replace(BLOCK, ' <'), 'text/html');
  return body.textContent.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function shownWords(source: string): readonly string[] {
  return words(renderMarkdown(source, { images: new Map() }).html);
}

describe('htmlToMarkdown', () => {
  it.each([
    [
      '<p>Un <b>gras</b>, un <i>penché</i>, un <del>barré</del>.</p>',
      'Un **gras**, un *penché*, un ~~barré~~.',
    ],
    ['<b>gras </b>suite', '**gras** suite'],
    ['<b><b>gras</b></b><b> </b>', '**gras**'],
    ['<a href="/x"><div>un</div>deux</a>', '[un](/x)\n\n[deux](/x)'],
    ['<em>un <p>deux</p></em>', '*un*\n\n*deux*'],
    ['<h2><div>Titre</div></h2>', '## Titre'],
    ['<ul><li>un<ul><li>deux</li></ul></li></ul>', '- un\n  - deux'],
    ['<ul><li>un</li><ul><li>deux</li></ul></ul>', '- un\n  - deux'],
    ['<ol start="3"><li>trois<li>quatre</ol>', '3. trois\n4. quatre'],
    ['<blockquote><p>Mot</p><cite>Elle</cite></blockquote>', '> Mot\n>\n> Elle'],
    ['H<sub>2</sub>O <kbd>Ctrl_*a*</kbd>', 'H<sub>2</sub>O <kbd>Ctrl&#95;&#42;a&#42;</kbd>'],
    ['<li>un <sup>2</sup></li>', '- un <sup>2</sup>'],
    ['<a href="javascript:alert(1)">mot</a>', 'mot'],
    ['<a href="//ex.org/a b">mot</a>', '[mot](<https://ex.org/a b>)'],
    ['un<script>alert(1)</script><style>p{}</style> deux', 'un deux'],
    ['<p>un<br>deux</p>', 'un\\\ndeux'],
    ['<hr>', '---'],
    ['<p>Avant <head>. Ici <b>ceci</b></head> et là</p>', 'Avant . Ici **ceci** et là'],
    ['un <svg><g><title>x</title><path d="M0"/></g></svg>deux', 'un deux'],
    [
      'un <svg><title>x</title><text>y <tspan>z</tspan></text><style>p</style><text>w</text></svg>deux',
      'un y z w deux',
    ],
    ['un <svg><text>y<p>deux</p></svg> trois', 'un y\n\ndeux\n\ntrois'],
    ['un <svg onload="x"><g>y<p>deux</p><script>z</script></g></svg> trois', 'un\n\ndeux\n\ntrois'],
    ['<html><head><title>Titre</title></head><body>Mot</body></html>', 'Mot'],
    [
      '<p>Pays : <select><option>un<option>deux<optgroup label="x"><option>trois</select> fin</p>',
      'Pays :\n\n- un\n- deux\n- trois\n\nfin',
    ],
    ['<p><ma-boite><h2>un</h2><p>deux</p></ma-boite>', '## un\n\ndeux'],
    ['<p><boite< p>un</p>\n<h2>deux</h2>', 'un\n\n## deux'],
  ])('writes %j', (html, expected) => {
    expect(markdown(html)).toBe(expected);
  });

  it.each([
    '*étoiles* _traits_ `code` [lien](x) ![image](y) ~~barré~~',
    '# pas un titre',
    '1. pas une liste',
    '- ni une autre',
    '> ni une citation',
    '&lt;b&gt; et &amp;amp; et [^1] et | deux |',
    'https://exemple.fr/a_b_c_d*e*, puis a_b_c@exemple.fr',
    'l’«&nbsp;exemple&nbsp;» : **ceci** ?',
  ])('shows %j as it is', (html) => {
    expect(shownWords(markdown(`<p>${html}</p>`))).toEqual(words(`<p>${html}</p>`));
    expect(renderMarkdown(markdown(`<p>${html}</p>`), { images: new Map() }).html).not.toMatch(
      /<(?:em|strong|code|h\d|[uo]l|blockquote|del|img|table)\b/,
    );
  });

  it('keeps the language of code, and code as it is', () => {
    const html =
      '<pre class="wp-block-code"><code class="language-php">\n&lt;?php echo "*a*";\n\n```\n</code></pre>';
    expect(markdown(html)).toBe('````php\n<?php echo "*a*";\n\n```\n````');
  });

  it('makes a plain caption the title of its picture, and keeps a rich one as HTML', () => {
    const image = '<img src="/a.jpg" alt="A" title="IMG_1">';
    expect(markdown(`<figure>${image}<figcaption>Une « légende »</figcaption></figure>`)).toBe(
      '![A](/a.jpg "Une « légende »")',
    );
    expect(markdown(`<figure>${image}<figcaption>De <a href="/b">B</a></figcaption></figure>`)).toBe(
      '<figure><img src="/a.jpg" alt="A">\n<figcaption>De <a href="/b">B</a></figcaption></figure>',
    );
    expect(markdown(image)).toBe('![A](/a.jpg)');
  });

  it('takes the pictures of a gallery out of their list, and those in a real list with their captions', () => {
    const figure = '<figure><img src="/a.jpg" alt="A"><figcaption>Mot</figcaption></figure>';
    expect(markdown(`<ul><li>${figure}</li><li>${figure}</li></ul>`)).toBe(
      '![A](/a.jpg "Mot")\n\n![A](/a.jpg "Mot")',
    );
    expect(shownWords(markdown(`<ul><li>un ${figure}</li></ul>`))).toEqual(['un', 'A', 'Mot']);
  });

  it('prefers the file that a picture links to', () => {
    expect(markdown('<a href="/g/a.jpg"><img src="/g/a-300x200.jpg" alt="A"></a>')).toBe('![A](/g/a.jpg)');
  });

  it('prefers it whatever boxes stand between them', () => {
    expect(
      markdown(
        '<a href="/g/a.jpg"><div><picture><source srcset="/g/s.webp"><img src="/g/s.jpg" alt="A"></picture><div></div></div></a>',
      ),
    ).toBe('![A](/g/a.jpg)');
    expect(markdown('<a href="/g/a.jpg"><img src="/g/a.jpg"><img src="/g/b.jpg"></a>')).toContain('/g/b.jpg');
  });

  it('has nothing of what a reader was to type', () => {
    expect(
      markdown(
        '<p>Un</p><form><input type="email" placeholder="Type your email…"><input type="submit" value="Subscribe"></form>',
      ),
    ).toBe('Un');
    expect(markdown('<ul><li><input type="checkbox" checked> fait</li></ul>')).toBe('- [x] fait');
  });

  it('takes the address of a lazily loaded picture', () => {
    const html = '<img src="data:image/gif;base64,AAAA" data-src="https://exemple.fr/a.jpg" alt="A">';
    expect(markdown(html)).toBe('![A](https://exemple.fr/a.jpg)');
  });

  it('writes a plain table as Markdown and any other as HTML', () => {
    expect(markdown('<table><tr><th>a<th>b<tr><td>c|d<td>e<br>f</table>')).toBe(
      '| a | b |\n| - | - |\n| c\\|d | e<br>f |',
    );
    expect(markdown('<table><tr><td colspan="2" class="x" onclick="y()">a</td></tr></table>')).toBe(
      '<table>\n<tr><td colspan="2">a</td></tr>\n</table>',
    );
  });

  it('keeps details, with what is in them as Markdown', () => {
    expect(markdown('<details><summary>Plus</summary><p>Du <b>mot</b></p></details>')).toBe(
      '<details>\n<summary>Plus</summary>\n\nDu **mot**\n\n</details>',
    );
  });

  it('makes a player a link, with its picture where its address is known', () => {
    const { markdown: text, notes } = htmlToMarkdown(
      '<iframe src="https://www.youtube.com/embed/abcdefghijk?x=1" title="Ma vidéo"></iframe><p>https://vimeo.com/12</p>',
    );
    expect(text).toBe(
      '[![Ma vidéo](https://i.ytimg.com/vi/abcdefghijk/hqdefault.jpg)](https://www.youtube.com/watch?v=abcdefghijk)\n\n[Vidéo sur Vimeo](https://vimeo.com/12)\n',
    );
    expect(notes).toEqual([
      { kind: 'player', what: 'YouTube' },
      { kind: 'player', what: 'Vimeo' },
    ]);
  });

  it('makes what a script plays a link to it', () => {
    const { markdown: text, notes } = htmlToMarkdown(
      '<p>Un</p><script src="//gist.github.com/anne/12.js?file=a.rb"></script><p>Deux</p><script async src="https://asciinema.org/a/x1.js"></script><script src="/mesure.js">x</script>',
    );
    expect(text).toBe(
      'Un\n\n[Code sur GitHub](https://gist.github.com/anne/12)\n\nDeux\n\n[Session de terminal sur asciinema](https://asciinema.org/a/x1)\n',
    );
    expect(notes).toEqual([
      { kind: 'player', what: 'GitHub' },
      { kind: 'player', what: 'asciinema' },
    ]);
  });

  it.each([
    ['<video src="/v/film.mp4">Rien.</video>', '[Vidéo : film.mp4](/v/film.mp4)\n\nRien.'],
    ['<video><source src="film.mp4"></video>', '[Vidéo : film.mp4](film.mp4)'],
    ['<audio src="son.mp3"></audio>', '[Enregistrement : son.mp3](son.mp3)'],
    [
      'Soit <math><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding="application/x-tex">x^2</annotation></semantics></math>.',
      'Soit `x^2`.',
    ],
    ['<video src="/a.mp4"><p><a href="/b.mp4">Le film</a></p></video>', '[Le film](/b.mp4)'],
    ['<video src="javascript:x">Rien.</video>', 'Rien.'],
  ])('makes a recording a link: %s', (html, expected) => {
    expect(markdown(html)).toBe(expected);
  });

  it('shows every word of a text, in order', () => {
    const html = `<h1>Un titre</h1><div><div>deux <span>trois</span></div>quatre<center>cinq</center></div>
      <table><caption>six</caption><tbody><tr><th>sept</th></tr><tr><td><ul><li>huit</li></ul><pre>neuf

      dix</pre></td></tr></tbody></table><dl><dt>onze</dt><dd><p>douze</p></dd></dl><menu><li>treize</menu>
      <form><label>quatorze</label><select><option>quinze<option>seize</select><textarea>dix-sept</textarea></form>
      <figure><blockquote>dix-huit</blockquote><figcaption>dix-neuf</figcaption></figure><q>vingt</q>
      <address>vingt-et-un</address><math><mi>vingt-deux</mi></math><xmp>vingt-trois</xmp><noscript>vingt-quatre</noscript>
      <object data="x"><p>vingt-cinq</p></object><ruby>vingt-six<rt>vingt-sept</rt></ruby> <b>vingt-huit<h3>vingt-neuf</h3></b>`;
    expect(shownWords(markdown(html))).toEqual(words(html));
  });

  it('knows titles by their names of the source, where Encrier names them otherwise', () => {
    const html = `<p><a name="un"></a></p><h2>Été à Noël</h2><p>mot</p><h3 id="h-deux">Été à Noël</h3><h4><a id="trois"></a>Notes</h4>
      <h2 id="suite">Suite</h2><h2 id="${'a'.repeat(2000)}">Fin</h2>`;
    const converted = htmlToMarkdown(html);
    const [un, deux, trois] = renderMarkdown(converted.markdown, { images: new Map() }).headings;
    expect(converted.anchors).toEqual({ un: un?.id, 'h-deux': deux?.id, trois: trois?.id });
  });

  it('knows by other names the title of the part that they are in', () => {
    const html =
      '<p id="avant">Mots</p><div id="bloc"><h2>Un</h2><p id="dedans">Mots <a name="ici"></a>là</p></div><ul><li id="item">x</li></ul><section id="fin"><h2>Deux</h2></section><p>y<span id="mot">z</span></p>';
    expect(htmlToMarkdown(html).anchors).toEqual({
      bloc: 'un',
      dedans: 'un',
      ici: 'un',
      item: 'un',
      fin: 'deux',
      mot: 'deux',
    });
  });

  it('survives what nests without end, and takes no longer for it', () => {
    const many = 20_000;
    const texts = [
      '<div>',
      '<b>',
      '<b><i>',
      '<ul><li>',
      '<blockquote>',
      '<table><tr><td>',
      '<a href="/x">',
      '<details>',
      '</x>',
    ];
    const shown = texts.map((text) =>
      shownWords(markdown(`${text.repeat(many)}mot${'</b></x>'.repeat(many)}`)),
    );
    expect(shown).toEqual(texts.map(() => ['mot']));
  });

  it('makes no table larger than it is written', () => {
    expect(
      markdown('<table><tr><th colspan="999999999" rowspan="999999999">mot</table>').length,
    ).toBeLessThan(200);
  });
});

describe('htmlToMarkdown, of notes', () => {
  const NOTE = 'Mot[^1] et[^2], puis[^1].\n\n[^1]: Une *note*.\n\n[^2]: Deux.\n';

  it.each([
    [
      'numbered by a Markdown program',
      `<p>Mot<sup id="r1"><a href="#n1">1</a></sup> et<sup id="r2"><a href="#n2">2</a></sup>, puis<sup><a id="r1b" href="#n1">[1]</a></sup>.</p>
      <section class="footnotes"><hr><ol><li id="n1"><p>Une <em>note</em>. <a href="#r1">↩</a><a href="#r1b">↩</a></p></li><li id="n2">Deux. <a href="#r2">↩</a></li></ol></section>`,
    ],
    [
      'of a newsletter',
      `<p>Mot<a id="a-1" href="#f-1">1</a> et<a id="a-2" href="#f-2">2</a>, puis<a id="a-3" href="#f-1">1</a>.</p>
      <div class="footnote"><a id="f-1" href="#a-1">1</a><div><p>Une <em>note</em>.<a href="#a-3">↩</a></p></div></div>
      <div class="footnote"><a id="f-2" href="#a-2">2</a><div><p>Deux.</p></div></div>`,
    ],
    [
      'of a word processor',
      `<p>Mot<a href="#_ftn1" name="_ftnref1"><strong>[1]</strong></a> et<a href="#_ftn2" name="_ftnref2">[2]</a>, puis<a href="#_ftn1" name="_ftnref3">[1]</a>.</p>
      <p><a href="#_ftnref1" name="_ftn1">[1]</a> Une <em>note</em>.<a href="#_ftnref3">↩</a></p><p><a href="#_ftnref2" name="_ftn2">[2]</a> Deux.</p>`,
    ],
  ])('keeps those %s', (_, html) => {
    expect(htmlToMarkdown(html).markdown).toBe(NOTE);
  });

  it('leaves alone what only leads to a title and back', () => {
    const html = '<p><a id="t" href="#c">Chapitre</a></p><h2 id="c">Chapitre <a href="#t">haut</a></h2>';
    expect(markdown(html)).toBe('[Chapitre](#c)\n\n## Chapitre [haut](#t)');
  });

  it('keeps the words on both sides of a call apart', () => {
    const html = '<p>Mot <a id="a" href="#b">1</a> suite.</p><p id="b">Note <a href="#a">↩</a></p>';
    expect(markdown(html)).toBe('Mot[^1] suite.\n\n[^1]: Note');
  });

  it('says a note where it is called in what stays HTML', () => {
    const html =
      '<table><tr><td>Mot<sup><a id="a" href="#b">1</a></sup></td></tr></table><p id="b">Une note <a href="#a">↩</a></p>';
    expect(markdown(html)).toBe('<table>\n<tr><td>Mot (Une note )</td></tr>\n</table>');
  });

  it('ends where notes call one another', () => {
    const html =
      '<p><a id="x" href="#n">1</a></p><p id="n">Un <a id="y" href="#m">2</a><a href="#x">↩</a></p><p id="m">Deux <a id="n2" href="#n">1</a><a href="#y">↩</a></p>';
    expect(shownWords(markdown(html))).toContain('Deux');
  });
});
