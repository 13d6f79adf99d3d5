import * as z from 'zod';

/** Something worth mending before publication, with what mends it. */
export const findingSchema = z.object({
  kind: z.enum([
    'missing-alt',
    'missing-cover-alt',
    'heading-order',
    'heading-one',
    'broken-link',
    'moved-link',
    'missing-image',
    'unsharable-image',
    'missing-excerpt',
    'long-title',
    'long-social-title',
    'long-social-description',
    'empty-text',
  ]),
  /** `error`: readers meet something that does not work. `warning`: it could be better. */
  severity: z.enum(['error', 'warning']),
  /** A French sentence for whoever writes. */
  message: z.string(),
  /** The field to go to, and the place in it, in UTF-16 units; null for the whole field. */
  field: z.string(),
  range: z.object({ from: z.number(), to: z.number() }).nullable(),
  /** Replaces `range` of the field (or the whole field) when the author accepts; null when only the author knows. */
  replacement: z.object({ label: z.string(), text: z.string() }).nullable(),
});
export type Finding = Readonly<z.output<typeof findingSchema>>;

/** What is worth mending in a whole field, or in a part of it. */
export function finding(of: Pick<Finding, 'kind' | 'field' | 'message'> & Partial<Finding>): Finding {
  return { severity: 'warning', range: null, replacement: null, ...of };
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
