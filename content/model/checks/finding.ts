import type { Range } from '../image-references/find.ts';

type FindingKind =
  | 'missing-alt'
  | 'missing-cover-alt'
  | 'heading-order'
  | 'heading-one'
  | 'broken-link'
  | 'moved-link'
  | 'missing-image'
  | 'unsharable-image'
  | 'missing-excerpt'
  | 'long-title'
  | 'long-social-title'
  | 'long-social-description'
  | 'empty-text';

/** Something worth mending before publication. */
export interface Finding {
  readonly kind: FindingKind;
  /** `error`: readers meet something that does not work. `warning`: it could be better. */
  readonly severity: 'error' | 'warning';
  /** A French sentence for whoever writes. */
  readonly message: string;
  readonly field: CheckedField;
  /** The place in the field, in UTF-16 units; null for the whole field. */
  readonly range: Range | null;
  /** Replaces the range, or the whole field, when the author accepts it; null when only the author knows. */
  readonly replacement: { readonly label: string; readonly text: string } | null;
}

/** What is checked of a post. */
export interface CheckedPost {
  readonly title: string;
  readonly slug: string;
  readonly excerpt: string;
  readonly content: string;
  readonly coverImage: string | null;
  readonly coverImageAlt: string | null;
  readonly ogImage: string | null;
  readonly socialTitle: string | null;
  readonly socialDescription: string | null;
}
type CheckedField = keyof CheckedPost;

/** What the site has beside the post. */
export interface SiteFacts {
  /** Without a final slash: https://exemple.fr */
  readonly origin: string;
  /** By slug, whether readers see the article now. */
  readonly articles: ReadonlyMap<string, 'public' | 'hidden'>;
  readonly redirects: ReadonlyMap<string, string>;
  /** Paths of the repository's images. */
  readonly images: { has(path: string): boolean };
}
