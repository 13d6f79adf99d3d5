import type { renderPage as vikeRenderPage } from 'vike/server';
import type { PageReader } from '#site/render/reader.ts';

export type RenderPage = (
  address: string,
  reader: PageReader,
) => Promise<{ readonly status: number; readonly html: string }>;

interface BuiltSite {
  readonly renderPage: typeof vikeRenderPage;
}

/** Renders through Vike and the built site (scripts/build.mjs), loaded by `prepare` or when the first page is asked for. */
export function createVikeRenderer(siteUrl: URL) {
  let loading: Promise<BuiltSite> | null = null;

  function site(): Promise<BuiltSite> {
    loading ??= import(siteUrl.href) as Promise<BuiltSite>; // a build output: TypeScript does not see it
    return loading;
  }

  const render: RenderPage = async (address, reader) => {
    const { renderPage } = await site();
    const { httpResponse, errorWhileRendering } = await renderPage({ urlOriginal: address, reader });
    const { statusCode: status } = httpResponse;
    // What a page throws to say that it does not exist (render(404)) counts as an error too.
    if (status >= 500) throw new Error(`page ${address} failed`, { cause: errorWhileRendering });
    return { status, html: await httpResponse.getBody() };
  };

  return {
    render,
    /** Resolves when the first page can be made without loading anything. */
    async prepare(): Promise<void> {
      await site();
    },
  };
}
