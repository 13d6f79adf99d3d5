import { describe, expect, it } from 'vitest';
import { itemsOf, noted, textsOf, useExports } from '../../testing/exports.ts';
import { wxr } from '../../testing/wxr.ts';

const exports = useExports();

function widget(widgetType: string, settings: unknown, elements: readonly unknown[] = []): unknown {
  return { id: 'a1', elType: 'widget', widgetType, settings, elements };
}

function section(...widgets: readonly unknown[]): unknown {
  const settings = { background_image: { url: 'https://ancien.example.org/fond.jpg' } };
  return { elType: 'section', settings, elements: [{ elType: 'column', settings: [], elements: widgets }] };
}

async function read(data: string, content = '') {
  const post = { id: 1, title: 'Un', slug: 'un', content, meta: { _elementor_data: data } };
  const [text] = textsOf(await itemsOf(exports.folder({ 'carnet.xml': wxr([post]) })));
  return { content: text?.content, notes: noted(text) };
}

describe('a page of Elementor whose text is empty', () => {
  it('has the words, pictures and links of its widgets, in their order', async () => {
    const picture = { id: 4, url: 'https://ancien.example.org/vue.jpg', alt: 'Une vue' };
    const data = [
      section(
        widget('heading', { title: 'Bienvenue', header_size: 'h3', link: { url: '/a/' } }),
        widget('text-editor', { editor: '<p>Un <b>texte</b>.</p>\n<p>Un autre.</p>', text_color: '#fff' }),
        widget('image', { image: picture, caption: 'La baie' }),
        widget('button', { text: 'Ici', link: { url: 'https://exemple.org/' }, button_type: 'info' }),
      ),
      section(
        widget('icon-list', {
          icon_list: [{ text: 'Un', selected_icon: { value: 'fas' } }, { text: 'Deux' }],
        }),
        widget('image-gallery', {
          wp_gallery: [picture, { id: 5, url: 'https://ancien.example.org/mer.jpg' }],
        }),
        widget('accordion', { tabs: [{ tab_title: 'Pourquoi ?', tab_content: '<p>Parce que.</p>' }] }),
        widget('video', { youtube_url: 'https://www.youtube.com/watch?v=abcdefghijk' }),
        widget('shortcode', { shortcode: '[embed]https://vimeo.com/12[/embed]' }),
        widget('divider', []),
        widget('posts', { posts_per_page: 3 }),
      ),
    ];
    const { content, notes } = await read(JSON.stringify(data).replaceAll('/', '\\/'), '<p> </p>');
    expect(content).toBe(
      [
        '### [Bienvenue](/a/)',
        'Un **texte**.',
        'Un autre.',
        '![Une vue](https://ancien.example.org/vue.jpg)',
        'La baie',
        '[Ici](https://exemple.org/)',
        'Un',
        'Deux',
        '![Une vue](https://ancien.example.org/vue.jpg)',
        '![](https://ancien.example.org/mer.jpg)',
        '## Pourquoi ?',
        'Parce que.',
        '[![Vidéo sur YouTube](https://i.ytimg.com/vi/abcdefghijk/hqdefault.jpg)](https://www.youtube.com/watch?v=abcdefghijk)',
        '[Vidéo sur Vimeo](https://vimeo.com/12)\n',
      ].join('\n\n'),
    );
    expect(notes).toEqual(['shortcode bloc Elementor posts', 'player YouTube', 'player Vimeo']);
  });

  it('keeps the text of before where there is one', async () => {
    const data = JSON.stringify([section(widget('heading', { title: 'Bienvenue' }))]);
    expect((await read(data, '<h2>Bienvenue</h2><p>Un texte.</p>')).content).toBe(
      '## Bienvenue\n\nUn texte.\n',
    );
  });

  it.each([
    ['no JSON', '[{"elType":'],
    ['another value', '"text"'],
    ['what is not its data', '[1, null, {"settings": {"title": 3}}, [[]]]'],
    ['elements in elements without end', `${'[{"elements":'.repeat(50_000)}[]${'}]'.repeat(50_000)}`],
  ])('is empty for %s', async (_, data) => {
    expect((await read(data)).content).toBe('');
  });

  it('runs nothing of what widgets hold', async () => {
    const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>mot';
    const data = [
      section(widget(hostile, { title: hostile, link: { url: hostile }, image: { url: `${hostile}.jpg` } })),
    ];
    expect((await read(JSON.stringify(data))).content).not.toMatch(/(?<!\\)<(?:script|img)/);
  });
});
