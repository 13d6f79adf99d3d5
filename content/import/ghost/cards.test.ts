import { describe, expect, it } from 'vitest';
import { filesOf, itemsOf, noted, textsOf, useExports } from '../../testing/exports.ts';

const exports = useExports();

function ghostExport(...posts: readonly Readonly<Record<string, unknown>>[]): string {
  const users = [
    { id: 'u1', name: 'Claire Exemple', slug: 'claire' },
    { id: 'u2', name: 'Paul Exemple', slug: 'paul' },
  ];
  const authors = users.map(({ id }, order) => ({ post_id: '1', author_id: id, sort_order: order }));
  const data = {
    posts: posts.map((post, at) => ({
      id: String(at + 1),
      title: 'Un titre',
      slug: `titre-${at + 1}`,
      status: 'published',
      visibility: 'public',
      published_at: '2024-01-01T10:00:00.000Z',
      ...post,
    })),
    users,
    posts_authors: authors,
  };
  return JSON.stringify({ db: [{ meta: { exported_on: 1, version: '5.80.0' }, data }] });
}

const lexical = (...children: readonly Readonly<Record<string, unknown>>[]): string =>
  JSON.stringify({ root: { type: 'root', children } });

const readOne = async (post: Readonly<Record<string, unknown>>) => {
  const [text] = textsOf(await itemsOf(exports.file('ghost.json', ghostExport(post))));
  return text;
};

describe('a card of Ghost as readers saw it', () => {
  it.each([
    [
      'a bookmark is its title, which leads there, and its words',
      '<figure class="kg-card kg-bookmark-card kg-card-hascaption"><a class="kg-bookmark-container" href="https://autre.example.org/a"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Un signet</div><div class="kg-bookmark-description">Ce qu’il dit</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://autre.example.org/favicon.ico" alt=""><span class="kg-bookmark-author">Le journal</span><span class="kg-bookmark-publisher">Ada</span></div></div><div class="kg-bookmark-thumbnail"><img src="https://autre.example.org/a.png" alt=""></div></a><figcaption>À lire</figcaption></figure>',
      '[Un signet](https://autre.example.org/a)\n\nCe qu’il dit\n\nLe journal\n\nAda\n\n![](https://autre.example.org/a.png)\n\nÀ lire',
    ],
    [
      'a callout is a quote',
      '<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Un <b>encadré</b></div></div>',
      '> 💡 Un **encadré**',
    ],
    [
      'a toggle folds',
      '<div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text"><span style="white-space: pre-wrap;">Une question</span></h4><button class="kg-toggle-card-icon" aria-label="Expand toggle to read content"><svg><path d="M1"></path></svg></button></div><div class="kg-toggle-content"><p>La réponse</p></div></div>',
      '<details>\n<summary>Une question</summary>\n\nLa réponse\n\n</details>',
    ],
    [
      'a file is one link',
      '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="__GHOST_URL__/content/files/plan.pdf" title="Download" download=""><div class="kg-file-card-contents"><div class="kg-file-card-title">Le plan</div><div class="kg-file-card-metadata"><div class="kg-file-card-filename">plan.pdf</div></div></div></a></div>',
      '[Le plan](/content/files/plan.pdf)\n\nplan.pdf',
    ],
    [
      'a recording has no clock',
      '<div class="kg-card kg-audio-card"><div class="kg-audio-player-container"><audio src="__GHOST_URL__/content/media/son.mp3" preload="metadata"></audio><div class="kg-audio-title">Un air</div><div class="kg-audio-player"><span class="kg-audio-current-time">0:00</span><div class="kg-audio-time">/<span class="kg-audio-duration">65</span></div><button class="kg-audio-playback-rate">1×</button></div></div></div>',
      '[Enregistrement : son.mp3](/content/media/son.mp3)\n\nUn air',
    ],
    [
      'a film has the picture that stood behind it',
      `<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="__GHOST_URL__/content/media/film.mp4" poster="data:image/gif;base64,R0lG" style="aspect-ratio: 640 / 360; background: transparent url('__GHOST_URL__/content/media/film_thumb.jpg') 50% 50% / cover no-repeat;"></video><div class="kg-video-overlay"><button aria-label="Play video"></button></div><div class="kg-video-player-container"><div class="kg-video-player"><span class="kg-video-current-time">0:00</span></div></div></div></figure>`,
      '[![Vidéo](/content/media/film_thumb.jpg)](/content/media/film.mp4)',
    ],
    [
      'an inscription is what it says',
      '<div class="kg-card kg-signup-card"><div class="kg-signup-card-text"><h2 class="kg-signup-card-heading">La lettre</h2><form data-members-form="signup"><div class="kg-signup-card-fields"><input type="email" placeholder="jamie@example.com"><button><span class="kg-signup-card-button-default">Subscribe</span></button></div><div class="kg-signup-card-success">Email sent!</div></form><p class="kg-signup-card-disclaimer">Sans pub</p></div></div>',
      '## La lettre\n\nSans pub',
    ],
  ])('%s', async (_, html, markdown) => {
    expect((await readOne({ html }))?.content).toBe(markdown);
  });

  it('that members alone saw leaves the text a draft; one of letters alone is in no text, and said', async () => {
    const block = (segment: string, words: string): string =>
      `<!--kg-gated-block:begin nonMember:false memberSegment:"${segment}" --><p>${words}</p><!--kg-gated-block:end-->`;
    const mailed = await readOne({
      html: `<p>Pour tous</p>${block('', 'Par courriel')}`,
      lexical: lexical({ type: 'email', html: '<p>Bonjour {first_name}</p>' }),
    });
    expect(mailed).toMatchObject({ state: 'published', content: 'Pour tous' });
    expect(noted(mailed)).toEqual(['field passage des courriels seuls']);
    const gated = await readOne({ html: `<p>Pour tous</p>${block('status:free', 'Pour les membres')}` });
    expect(gated).toMatchObject({ state: 'private', content: 'Pour tous\n\nPour les membres' });
    expect(noted(gated)).toEqual(['private réservé aux membres par endroits']);
  });

  it('takes no longer for blocks without end', async () => {
    const open = '<!--kg-gated-block:begin nonMember:false memberSegment:"" -->';
    const text = await readOne({ html: `<p>Pour tous</p>${open.repeat(100_000)}` });
    expect(text?.content).toBe('Pour tous');
  });

  it('is said as well where an export has documents alone', async () => {
    const item = (...children: readonly unknown[]) => ({ type: 'listitem', children });
    const words = (text: string) => ({ type: 'extended-text', text, format: 0 });
    const text = await readOne({
      lexical: lexical(
        {
          type: 'list',
          listType: 'bullet',
          tag: 'ul',
          children: [
            item(words('Un')),
            item({ type: 'list', listType: 'bullet', tag: 'ul', children: [item(words('Dedans'))] }),
          ],
        },
        { type: 'gallery', images: [{ src: '/a.jpg' }, { src: '/b.jpg' }], caption: 'Deux vues' },
        { type: 'embed', url: 'https://x.com/a/1', html: '<blockquote><p>Un mot</p></blockquote>' },
        { type: 'email-cta', html: '<p>Par courriel</p>' },
        { type: 'header', header: 'En tête', backgroundImageSrc: '/fond.jpg' },
        { type: 'video', src: '/film.mp4', thumbnailSrc: '/film.jpg' },
      ),
    });
    expect(text?.content).toBe(
      '- Un\n  - Dedans\n\n![](/a.jpg)\n\n![](/b.jpg)\n\nDeux vues\n\n> Un mot\n\n![](/fond.jpg)\n\n## En tête\n\n[![Vidéo](/film.jpg)](/film.mp4)',
    );
    expect(noted(text)).toContain('field passage des courriels seuls');
  });
});

describe('a Ghost export', () => {
  it.each([
    ['redirects.json', '[{"from":"^/vieux/?$","to":"/titre-1/"},{"from":"/a/(.*)","to":"/titre-1/"}]'],
    ['data/redirects.yaml', '301:\n  ^\\/vieux\\/?$: /titre-1/\n  /a/(.*): /titre-1/\n302:\n'],
  ])('knows the addresses that its texts left from %s', async (name, redirects) => {
    const files = { 'ghost.json': ghostExport({ html: '<p>Texte</p>' }), [name]: redirects };
    const [text] = textsOf(await itemsOf(await exports.zip(files)));
    expect(text?.addresses).toEqual(['/titre-1/', '/vieux/']);
  });

  it('names all who wrote a text, and holds pictures of its recordings', async () => {
    const items = await itemsOf(
      await exports.zip({
        'blog/ghost.json': ghostExport({ html: '<p>Texte</p>' }),
        'blog/content/media/2024/01/film_thumb.jpg': Buffer.from('picture'),
      }),
    );
    expect(textsOf(items)[0]?.author).toBe('Claire Exemple, Paul Exemple');
    expect(filesOf(items)).toMatchObject([
      { addresses: expect.arrayContaining(['/content/media/2024/01/film_thumb.jpg']) as unknown },
    ]);
  });
});
