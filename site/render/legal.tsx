import { FIXED_PAGES } from '#content/model/fixed-pages.ts';
import { OwnPage } from '#site/ui/post-view.tsx';
import { articlePage } from './article.tsx';
import { pageHead } from './head.ts';
import { pageCardImage } from './images.ts';
import { gatherLayout } from './layout.ts';
import { readMarkdown } from './markdown.ts';
import type { PageReader, RenderedPage } from './reader.ts';
import { sitePage } from './site-page.tsx';

const PAGES = { notice: '/mentions-legales', privacy: '/confidentialite' } as const;
export type LegalPage = keyof typeof PAGES;

const KEPT_HEADING = 'Ce que garde votre navigateur';
/** What pages have a browser keep, whoever owns the site: site/islands/seen-passages.ts and site/offline. */
const BROWSER_KEEPS = `## ${KEPT_HEADING}

Pour vous signaler ce qui a changé depuis votre dernière lecture, votre navigateur retient l’adresse, la version et la date de lecture des cent derniers articles lus (stockage local, clé \`encrier-lus\`). Pour vous les montrer sans réseau, il peut garder une copie des quarante dernières pages lues, avec leurs images et leurs styles.

Rien de cela n’est envoyé, ni à ce site ni à d’autres\u00a0: ces données restent sur votre appareil, et disparaissent quand vous effacez dans votre navigateur celles de ce site.
`;

/**
 * A legal page: its text is the owner's, a page of this address or else that of site.yml, with what is so on every site
 * where it does not say it.
 */
export async function legalPage(reader: PageReader, page: LegalPage): Promise<RenderedPage> {
  const path = PAGES[page];
  const whole = (text: string): string =>
    page !== 'privacy' || text.includes(KEPT_HEADING) ? text : `${text}\n\n${BROWSER_KEEPS}`;
  const slug = path.slice(1);
  const body: PageReader['body'] = async (post) => whole(await reader.body(post));
  const own = reader.post(slug)?.isPage === true ? await articlePage({ ...reader, body }, slug) : null;
  if (own !== null) return own;
  const { brand, legal } = reader.site();
  const { html } = await readMarkdown(reader, whole(legal[page]), '/');
  const title = FIXED_PAGES[path].label;
  const shown = `${title} | ${brand.name}`;
  const head = pageHead({
    siteName: brand.name,
    title: shown,
    description: shown,
    url: `${reader.origin}${path}`,
    image: await pageCardImage(reader, 'accueil'),
  });
  const layout = await gatherLayout(reader);
  const shownAs = { post: { title, subtitle: null }, cover: null, html };
  return sitePage({ layout, head, section: 'none' }, <OwnPage article={shownAs} />);
}
