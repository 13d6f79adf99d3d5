import { describe, expect, it } from 'vitest';
import { type ExportFiles, itemsOf, noted, textsOf, useExports } from '../../testing/exports.ts';

const exports = useExports();

describe('HTML that plays within Markdown', () => {
  it('becomes links, but in code', async () => {
    const items = await itemsOf(
      exports.folder({
        'a.md':
          '# A\n\n<iframe src="https://www.youtube.com/embed/abcdefghijk" title="Le film"></iframe>\n\n<video controls><source src="/v/film.mp4">Rien.</video>\n\n<script src="https://gist.github.com/anne/123.js"></script>\n\n`<iframe src="https://a.example/"></iframe>`\n',
      }),
    );
    const [text] = textsOf(items);
    expect(text?.content.replace(/\n+/g, '\n').split('\n')).toEqual([
      '[![Le film](https://i.ytimg.com/vi/abcdefghijk/hqdefault.jpg)](https://www.youtube.com/watch?v=abcdefghijk)',
      '[Vidéo : film.mp4](/v/film.mp4)',
      'Rien.',
      '[Code sur GitHub](https://gist.github.com/anne/123)',
      '`<iframe src="https://a.example/"></iframe>`',
    ]);
    expect(noted(text)).toEqual(['player YouTube', 'player Vidéo', 'player GitHub']);
  });
});

describe('a picture in Markdown that is none', () => {
  it.each([
    ['/v/film.mp4', 'Vidéo'],
    ['episode.mp3?v=2', 'Enregistrement'],
    ['https://a.example/son.flac', 'Enregistrement'],
    ['/plan.pdf', 'PDF'],
  ])('is a link, and said to be what it is: %s', async (address, what) => {
    const [text] = textsOf(await itemsOf(exports.folder({ 'a.md': `# A\n\n![Mots](${address} "Titre")\n` })));
    expect([text?.content, noted(text)]).toEqual([`[Mots](${address} "Titre")`, [`player ${what}`]]);
  });
});

describe('HTML within Markdown for readers without scripts', () => {
  it('is shown to all, beside a link to what the script plays', async () => {
    const items = await itemsOf(
      exports.folder({
        'a.md':
          '# A\n\nUn\n\n<script src="https://asciinema.org/a/x1.js" async></script>\n\n<noscript>\n<pre>\nls -l\n</pre>\n</noscript>\n\n`<noscript>` deux\n',
      }),
    );
    const [text] = textsOf(items);
    expect(text?.content.split(/\n+/)).toEqual([
      'Un',
      '[Session de terminal sur asciinema](https://asciinema.org/a/x1)',
      '<pre>',
      'ls -l',
      '</pre>',
      '`<noscript>` deux',
    ]);
  });
});

describe('what a mark of a template plays', () => {
  it.each([
    ['{{< youtube abcdefghijk >}}', 'https://www.youtube.com/watch?v=abcdefghijk'],
    ['{{< youtube id="abcdefghijk" title="Le film" >}}', 'https://www.youtube.com/watch?v=abcdefghijk'],
    ['{{< vimeo_simple 123 >}}', 'https://vimeo.com/123'],
    ['{{< tweet user="anne" id="1234567" >}}', 'https://x.com/i/status/1234567'],
    ['{{< x anne 1234567 >}}', 'https://x.com/i/status/1234567'],
    [
      '{{< gist anne 50a7482715eac222e230d1e64dd9a89b >}}',
      'https://gist.github.com/anne/50a7482715eac222e230d1e64dd9a89b',
    ],
    ['{{< instagram CxOWiQNP2MO >}}', 'https://www.instagram.com/p/CxOWiQNP2MO'],
    ['{{< dailymotion x1y2 >}}', 'https://www.dailymotion.com/video/x1y2'],
    ['{% youtube abcdefghijk %}', 'https://www.youtube.com/watch?v=abcdefghijk'],
    ['{% youtube "https://youtu.be/abcdefghijk" %}', 'https://www.youtube.com/watch?v=abcdefghijk'],
    ['{% gist anne/50a7 %}', 'https://gist.github.com/anne/50a7'],
    ['{% gist 50a7 deux.rb %}', 'https://gist.github.com/50a7'],
    ['{% twitter https://twitter.com/anne/status/1 %}', 'https://twitter.com/anne/status/1'],
    ['{% dailymotion x1y2 %}', 'https://www.dailymotion.com/video/x1y2'],
    [
      '{% include video id="abcdefghijk" provider="youtube" %}',
      'https://www.youtube.com/watch?v=abcdefghijk',
    ],
    [
      '{% include_cached film.html url="https://www.youtube.com/embed/abcdefghijk" %}',
      'https://www.youtube.com/watch?v=abcdefghijk',
    ],
    ['{% codepen "https://codepen.io/anne/pen/abc" %}', 'https://codepen.io/anne/pen/abc'],
    ['{{< codepen url="https://codepen.io/anne/pen/abc" >}}', 'https://codepen.io/anne/pen/abc'],
    ['<YouTube id="abcdefghijk" />', 'https://www.youtube.com/watch?v=abcdefghijk'],
    ['<Tweet id="1234567" />', 'https://x.com/i/status/1234567'],
    ['<Gist url="https://gist.github.com/anne/50a7" />', 'https://gist.github.com/anne/50a7'],
  ])('%s becomes a link', async (mark, address) => {
    const text = `---\ntitle: Un\ndate: 2020-01-01\n---\n${mark}\n`;
    const files: ExportFiles = mark.startsWith('<')
      ? { 'astro.config.mjs': 'export default {};\n', 'src/content/blog/un.mdx': text }
      : mark.startsWith('{%')
        ? { '_config.yml': 'title: x\n', '_posts/2020-01-01-un.md': text }
        : { 'hugo.toml': 'title = "x"\n', 'content/posts/un.md': text };
    const [found] = textsOf(await itemsOf(exports.folder(files)));
    expect(found?.content).toContain(`](${address})`);
    expect(found?.notes.map(({ kind }) => kind)).toEqual(['player']);
  });
});
