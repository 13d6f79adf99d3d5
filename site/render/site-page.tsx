import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Layout } from '#site/ui/layout.tsx';
import type { LayoutData, Section } from '#site/ui/layout-data.ts';
import { headHtml, type PageHead } from './head.ts';
import type { RenderedPage } from './reader.ts';

interface SitePage {
  readonly layout: LayoutData;
  readonly head: PageHead;
  readonly section: Section;
  /** 200 unless said otherwise. */
  readonly status?: RenderedPage['status'];
  readonly scroll?: 'top';
}

/** A page between the site's header and its footer. */
export function sitePage(
  { layout, head, section, status = 200, scroll }: SitePage,
  content: ReactNode,
): RenderedPage {
  const body = renderToStaticMarkup(
    <Layout data={layout} section={section} scroll={scroll}>
      {content}
    </Layout>,
  );
  return { status, head: headHtml(head), body };
}
