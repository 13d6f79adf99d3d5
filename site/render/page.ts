/** A page as HTML, before the build's own files are added (document.ts). */
export interface RenderedPage {
  /** The inside of <head>. */
  readonly head: string;
  /** The inside of <body>. */
  readonly body: string;
  readonly status: 200 | 404 | 410 | 500 | 503;
}
