import type { PostMetadata } from '#content/model/post.ts';
import { distinctTopics } from '#content/model/topics.ts';
import type { PageHead } from './head.ts';

interface Person {
  readonly name: string;
  readonly role: string;
  readonly origin: string;
  readonly profiles: readonly string[];
}

interface ArticlePage {
  readonly head: Omit<PageHead, 'jsonLd'>;
  readonly author: Person;
  readonly post: Pick<PostMetadata, 'title' | 'subtitle'>;
  readonly blogTitle: string;
}

/** schema.org facts of the home page: the site and its owner. */
export function homeFacts(siteName: string, description: string, owner: Person): unknown {
  return graph([
    {
      '@type': 'WebSite',
      '@id': `${owner.origin}/#site`,
      url: `${owner.origin}/`,
      name: siteName,
      description,
      inLanguage: 'fr',
      publisher: { '@id': personId(owner) },
      potentialAction: {
        '@type': 'SearchAction',
        target: {
          '@type': 'EntryPoint',
          urlTemplate: `${owner.origin}/recherche?q={search_term_string}`,
        },
        'query-input': 'required name=search_term_string',
      },
    },
    personFacts(owner),
  ]);
}

/** schema.org facts of a list of articles: where it stands in the site, by the steps below its home page. */
export function listFacts(siteName: string, origin: string, steps: readonly Step[]): unknown {
  return graph([breadcrumbs([{ name: siteName, url: `${origin}/` }, ...steps])]);
}

/** schema.org facts of an article: the article, its author, and where it stands in the site. */
export function articleFacts({ head, author, post, blogTitle }: ArticlePage): unknown {
  const { title, subtitle } = post;
  return graph([
    {
      '@type': 'BlogPosting',
      headline: headlineOf(title),
      ...(subtitle === null || subtitle.trim() === '' ? {} : { alternativeHeadline: subtitle }),
      description: head.description,
      url: head.url,
      mainEntityOfPage: head.url,
      inLanguage: 'fr',
      ...(head.social.image === null ? {} : { image: [head.social.image.url] }),
      ...datesOf(head.article),
      ...(head.article === null ? {} : { articleSection: head.article.category, ...keywords(head.article) }),
      author: namedPerson(author),
      publisher: namedPerson(author),
    },
    personFacts(author),
    breadcrumbs([
      { name: head.siteName, url: `${author.origin}/` },
      { name: blogTitle, url: `${author.origin}/blog` },
      { name: title, url: head.url ?? author.origin },
    ]),
  ]);
}

/** What search engines read of a headline (Google's advice for Article). */
const MAX_HEADLINE = 110;

/** Cut between two characters: half of an emoji is no text. */
function headlineOf(title: string): string {
  let headline = '';
  for (const character of title) {
    if (headline.length + character.length > MAX_HEADLINE) break;
    headline += character;
  }
  return headline;
}

/** A text that never changed was last changed when it was published. */
function datesOf(article: PageHead['article']) {
  if (article?.published == null) return {};
  return { datePublished: article.published, dateModified: article.modified ?? article.published };
}

function keywords({ tags }: { readonly tags: readonly string[] }): { readonly keywords?: string } {
  return tags.length === 0 ? {} : { keywords: distinctTopics(tags).join(', ') };
}

function graph(facts: readonly unknown[]): unknown {
  return { '@context': 'https://schema.org', '@graph': facts };
}

function personId({ origin }: Person): string {
  return `${origin}/#auteur`;
}

/** Whom the graph tells more of; named here too, for programs that do not follow ids. */
function namedPerson(person: Person): unknown {
  const { name, origin } = person;
  return { '@type': 'Person', '@id': personId(person), name, url: `${origin}/` };
}

function personFacts(person: Person): unknown {
  return {
    '@type': 'Person',
    '@id': personId(person),
    name: person.name,
    jobTitle: person.role,
    url: `${person.origin}/`,
    ...(person.profiles.length === 0 ? {} : { sameAs: person.profiles }),
  };
}

interface Step {
  readonly name: string;
  /** Absolute. */
  readonly url: string;
}

function breadcrumbs(steps: readonly Step[]): unknown {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  };
}
