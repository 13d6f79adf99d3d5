import type { RenderedPage } from '#site/render/reader.ts';

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- how Vike is told of this field
  namespace Vike {
    interface PageContext {
      /** Given to renderPage: what the document is written around. */
      readonly page: Pick<RenderedPage, 'head' | 'body'>;
    }
  }
}
