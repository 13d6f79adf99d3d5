import type { RenderedPage } from '#site/render/page.ts';
import type { PageReader } from '#site/render/reader.ts';

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- how Vike is told of these fields
  namespace Vike {
    interface PageContext {
      /** Given to renderPage by the server: all that the page may read. */
      readonly reader: PageReader;
      /** Each page is its render function: what its +data gathered → HTML. */
      readonly Page: (data: unknown) => RenderedPage;
    }
  }
}
