export interface Heading {
  /** The id of its element, unique in the document, safe in an address. */
  readonly id: string;
  /** Plain text. */
  readonly text: string;
  readonly level: 2 | 3 | 4 | 5 | 6;
}

export interface RenderedMarkdown {
  /** Sanitized, typographically French HTML; or the escaped source in <pre> when `failed`. */
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly failed: boolean;
}
