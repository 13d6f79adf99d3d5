import * as z from 'zod';

const absolute = z.url({ protocol: /^https$/ });
const instant = z.iso.datetime({ offset: true });
const person = z.object({
  '@type': z.literal('Person'),
  '@id': absolute,
  name: z.string().min(1),
  url: absolute,
});

/** What schema.org and the search engines that read it ask of each kind. */
const KINDS = {
  BlogPosting: z.object({
    headline: z.string().min(1).max(110),
    description: z.string(),
    url: absolute,
    mainEntityOfPage: absolute,
    inLanguage: z.literal('fr'),
    image: z.array(absolute).min(1),
    datePublished: instant,
    dateModified: instant,
    author: person,
    publisher: person,
  }),
  Person: z.object({
    '@id': absolute,
    name: z.string(),
    url: absolute,
    sameAs: z.array(absolute).optional(),
  }),
  BreadcrumbList: z.object({
    itemListElement: z
      .array(
        z.object({
          '@type': z.literal('ListItem'),
          position: z.number().int().positive(),
          name: z.string().min(1),
          item: absolute,
        }),
      )
      .min(2),
  }),
  WebSite: z.object({
    url: absolute,
    name: z.string().min(1),
    potentialAction: z.object({
      '@type': z.literal('SearchAction'),
      target: z.object({
        '@type': z.literal('EntryPoint'),
        urlTemplate: z.literal('https://exemple.fr/recherche?q={search_term_string}'),
      }),
      'query-input': z.literal('required name=search_term_string'),
    }),
  }),
} as const;

const graphSchema = z.object({
  '@context': z.literal('https://schema.org'),
  '@graph': z.array(
    z.looseObject({ '@type': z.enum(['BlogPosting', 'Person', 'BreadcrumbList', 'WebSite']) }),
  ),
});

/** The kinds of the facts a page tells search engines; throws when one lacks what it needs. */
export function checkedFacts(jsonLd: unknown): readonly string[] {
  return graphSchema.parse(jsonLd)['@graph'].map((fact) => {
    KINDS[fact['@type']].parse(fact);
    return fact['@type'];
  });
}
