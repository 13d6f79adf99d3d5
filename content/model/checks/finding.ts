import * as z from 'zod';
import type { Addressed } from '../paths.ts';
import type { Post } from '../post.ts';
import { ALL_FIELDS, type FieldsWith, fieldRow, POST_FIELDS } from '../post-fields.ts';

/** The fields whose texts are best kept short, and what is found of one that is not. */
export type LimitedField = FieldsWith<{ limit: { finding: string } }>;
export const LIMITED_FIELDS = ALL_FIELDS.filter(
  (field): field is LimitedField => fieldRow(field).limit?.finding !== undefined,
);

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
    'hidden-words',
    'empty-text',
    ...LIMITED_FIELDS.map((field) => POST_FIELDS[field].limit.finding),
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

export const CHECKED_FIELDS = [
  ...LIMITED_FIELDS,
  ...(['slug', 'excerpt', 'content', 'coverImage', 'coverImageAlt', 'ogImage'] as const),
];
type CheckedField = (typeof CHECKED_FIELDS)[number];

export type CheckedPost = Readonly<Pick<Post, CheckedField>> & Pick<Addressed, 'isPage'>;

/** What the site has beside the post. */
export interface SiteFacts {
  /** Without a final slash: https://exemple.fr */
  readonly origin: string;
  /** By address, whether readers see the article or page now. */
  readonly posts: ReadonlyMap<string, 'public' | 'hidden'>;
  readonly redirects: ReadonlyMap<string, string>;
  /** Paths of the repository's images. */
  readonly images: { has(path: string): boolean };
}
