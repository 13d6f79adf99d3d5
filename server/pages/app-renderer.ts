import type { renderPage as vikeRenderPage } from 'vike/server';
import type { PageReader } from '#site/render/reader.ts';

/** Renders the document of an app page; `cspNonce` marks the scripts and styles of the build in it. */
export type RenderAppPage = (
  address: string,
  context: { readonly reader: PageReader; readonly cspNonce: string },
) => Promise<string>;

interface BuiltSite {
  readonly renderPage: typeof vikeRenderPage;
}

/** Renders through Vike and the built site, as vike-renderer.ts does public pages; refuses a page that failed. */
export function createAppRenderer(siteUrl: URL): RenderAppPage {
  let loading: Promise<BuiltSite> | null = null;
  return async (address, { reader, cspNonce }) => {
    loading ??= import(siteUrl.href) as Promise<BuiltSite>; // a build output: TypeScript does not see it
    const { renderPage } = await loading;
    const { httpResponse, errorWhileRendering } = await renderPage({
      urlOriginal: address,
      reader,
      cspNonce,
    });
    if (httpResponse.statusCode !== 200) {
      throw new Error(`app page ${address} failed`, { cause: errorWhileRendering });
    }
    return httpResponse.getBody();
  };
}
