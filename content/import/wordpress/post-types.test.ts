import { describe, expect, it } from 'vitest';
import { itemsOf, noted, textsOf, useExports } from '../../testing/exports.ts';
import { type WxrPost, wxr } from '../../testing/wxr.ts';

const exports = useExports();
const SITE = 'https://ancien.example.org';

const text = (id: number, type: string, more: Partial<WxrPost> = {}): WxrPost => ({
  id,
  type,
  title: `Titre ${id}`,
  slug: `titre-${id}`,
  content: 'Texte.',
  address: `${SITE}/${type}/titre-${id}/`,
  ...more,
});

async function read(posts: readonly WxrPost[]) {
  const items = await itemsOf(exports.folder({ 'carnet.xml': wxr(posts) }));
  const left = items.flatMap((item) => (item.kind === 'left-out' ? [`${item.count} ${item.what}`] : []));
  return { texts: textsOf(items), left };
}

describe('a podcast', () => {
  it('has the recording of an episode, which its text does not name', async () => {
    const enclosure = 'https://a.example.org/1.mp3\n1024\naudio/mpeg';
    const { texts } = await read([
      text(1, 'post', { meta: { enclosure } }),
      text(2, 'post', { meta: { enclosure }, content: 'Là https://a.example.org/1.mp3' }),
      text(3, 'post', { meta: { enclosure: 'javascript:alert(1)' } }),
    ]);
    expect(texts.map(({ content }) => content.trim())).toEqual([
      'Texte.\n\n[Enregistrement : 1.mp3](https://a.example.org/1.mp3)',
      'Là <https://a.example.org/1.mp3>',
      'Texte.',
    ]);
    expect(noted(texts[0])).toEqual(['player Enregistrement']);
  });
});

describe('the types of texts that a theme adds', () => {
  it('are pages where readers saw them, and articles where they are sorted as those', async () => {
    const { texts } = await read([
      text(1, 'services'),
      text(2, 'services', { status: 'draft', address: `${SITE}/?post_type=services&#038;p=2` }),
      text(3, 'recette', { tags: ['hiver'] }),
      text(4, 'recette'),
      text(5, 'post', { content: `<a href="${SITE}/services/titre-1/">un</a>` }),
    ]);
    expect(texts.map((one) => [one.type, one.state, one.tags, one.menuOrder, noted(one)])).toEqual([
      ['page', 'published', [], null, ['type services']],
      ['page', 'draft', [], null, ['type services']],
      ['post', 'published', ['hiver'], null, ['type recette']],
      ['post', 'published', [], null, ['type recette']],
      ['post', 'published', [], null, []],
    ]);
    expect(texts[0]?.addresses).toEqual(['/services/titre-1/', '/?p=1']);
  });

  it('are counted where they hold nothing to read, or no reader saw them', async () => {
    const { texts, left } = await read([
      text(1, 'services'),
      text(2, 'services', { content: '' }),
      text(3, 'services', { status: 'trash' }),
      text(4, 'contact-form'),
      text(5, 'shop_order'),
      text(6, 'portfolio', { address: `${SITE}/?post_type=portfolio&#038;p=6` }),
      text(7, 'plateforme'),
      text(8, 'platform'),
      text(9, 'wp-timeline'),
      text(10, 'avada_portfolio'),
      text(11, 'wp_font_face'),
    ]);
    expect(texts.map(({ id }) => id)).toEqual(['1', '10', '7', '8', '9']);
    expect(left).toEqual([
      '1 contenus de type «\u00a0services\u00a0»',
      '1 contenus de type «\u00a0contact-form\u00a0»',
      '1 commandes',
      '1 réalisations',
      '1 contenus de type «\u00a0wp_font_face\u00a0»',
      '1 articles à la corbeille',
      '1 comptes d’utilisateurs',
    ]);
  });
});

describe('a product of WooCommerce', () => {
  it('has what is said of it in short, and its pictures below its text', async () => {
    const meta = { _product_image_gallery: '7,9' };
    const picture = `${SITE}/wp-content/uploads/2019/05/vue.jpg`;
    const xml = wxr([text(1, 'product', { meta }), text(7, 'attachment', { title: 'Vue' })])
      .replace('<excerpt:encoded><![CDATA[', '$&En <b>bref</b>.')
      .replace('<wp:post_id>7</wp:post_id>', `$&<wp:attachment_url>${picture}</wp:attachment_url>`);
    const [product] = textsOf(await itemsOf(exports.folder({ 'carnet.xml': xml })));
    expect(product?.content.trim()).toBe(`En **bref**.\n\nTexte.\n\n![](${picture})`);
  });
});
