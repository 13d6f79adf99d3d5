import { renderToStaticMarkup } from 'react-dom/server';
import { FRENCH } from '#site/ui/french.ts';
import { Layout } from '#site/ui/layout.tsx';
import type { LayoutData } from '#site/ui/layout-data.ts';
import { LegalView } from '#site/ui/legal-view.tsx';
import { headHtml, type PageHead } from './head.ts';
import { gatherLayout } from './layout.ts';
import { readMarkdown } from './markdown.ts';
import type { RenderedPage } from './page.ts';
import type { PageReader } from './reader.ts';

const PAGES = {
  notice: { title: FRENCH.legalNotice, path: '/mentions-legales' },
  privacy: { title: FRENCH.privacy, path: '/confidentialite' },
} as const;
/** The legal pages of site.yml. */
export type LegalPage = keyof typeof PAGES;

export interface LegalData {
  readonly layout: LayoutData;
  readonly head: PageHead;
  readonly title: string;
  readonly html: string;
}

/** What a legal page shows: its text is the owner's, in site.yml. */
export async function gatherLegal(reader: PageReader, page: LegalPage): Promise<LegalData> {
  const { title, path } = PAGES[page];
  const { brand, legal } = reader.site();
  const { html } = await readMarkdown(reader, legal[page]);
  const shown = `${title} | ${brand.name}`;
  return {
    layout: await gatherLayout(reader),
    head: {
      siteName: brand.name,
      title: shown,
      description: shown,
      url: `${reader.origin}${path}`,
      social: { title: shown, description: shown, image: null },
      article: null,
      jsonLd: null,
    },
    title,
    html,
  };
}

export function renderLegal({ layout, head, title, html }: LegalData): RenderedPage {
  return {
    status: 200,
    head: headHtml(head),
    body: renderToStaticMarkup(
      <Layout data={layout} section="none">
        <LegalView title={title} html={html} />
      </Layout>,
    ),
  };
}
