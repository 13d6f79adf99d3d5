import type { renderAppPage } from '#site/render/app-page.tsx';
import type { AskedPage } from '#site/render/page-address.ts';
import type { PageReader, RenderedPage } from '#site/render/reader.ts';
import type { renderPage } from '#site/render/render-page.ts';

/** What makes pages: the build's (built-site.ts), or the sources while somebody works on them (scripts/dev/site.ts). */
export interface SiteProgram {
  readonly renderPage: typeof renderPage;
  readonly renderAppPage: typeof renderAppPage;
  /**
   * The document around a page: '/' stands for those of readers, any other address for a page that runs in the browser. `cspNonce`
   * marks the scripts and styles of the build in it, where it has one.
   */
  readonly documentOf: (
    address: string,
    page: Pick<RenderedPage, 'head' | 'body'>,
    cspNonce: string,
  ) => string | Promise<string>;
}

export type RenderPage = (
  asked: AskedPage,
  reader: PageReader,
) => Promise<{ readonly status: number; readonly html: string }>;

/** Renders the document of an app page, by its address (app-pages.ts); `cspNonce` marks the scripts and styles of the build in it. */
export type RenderAppPage = (
  address: string,
  context: { readonly reader: PageReader; readonly cspNonce: string },
) => Promise<string>;

/** Renders by a program that is loaded by `prepare`, or when the first page is asked for. */
export function createSiteRenderer(programUrl: URL) {
  let loading: Promise<SiteProgram> | null = null;

  function program(): Promise<SiteProgram> {
    loading ??= import(programUrl.href) as Promise<SiteProgram>; // a build output: TypeScript does not see it
    return loading;
  }

  const render: RenderPage = async (asked, reader) => {
    const { renderPage, documentOf } = await program();
    const page = await renderPage(asked, reader);
    return { status: page.status, html: await documentOf('/', page, '') };
  };

  const renderApp: RenderAppPage = async (address, { reader, cspNonce }) => {
    const { renderAppPage, documentOf } = await program();
    const page = await renderAppPage(reader, address, cspNonce);
    return documentOf(address, page, cspNonce);
  };

  return {
    render,
    renderApp,
    /** Resolves when the first page can be made without loading anything. */
    async prepare(): Promise<void> {
      await program();
    },
  };
}
