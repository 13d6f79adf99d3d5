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
  readonly title: string;
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
    },
    personFacts(owner),
  ]);
}

/** schema.org facts of an article: the article, its author, and where it stands in the site. */
export function articleFacts({ head, author, title, blogTitle }: ArticlePage): unknown {
  return graph([
    {
      '@type': 'Article',
      headline: title,
      description: head.description,
      url: head.url,
      mainEntityOfPage: head.url,
      inLanguage: 'fr',
      ...(head.social.image === null ? {} : { image: head.social.image.url }),
      ...(head.article?.published == null ? {} : { datePublished: head.article.published }),
      ...(head.article === null ? {} : { articleSection: head.article.category, ...keywords(head.article) }),
      author: { '@id': personId(author) },
      publisher: { '@id': personId(author) },
    },
    personFacts(author),
    breadcrumbs([
      { name: head.siteName, url: `${author.origin}/` },
      { name: blogTitle, url: `${author.origin}/blog` },
      { name: title, url: head.url ?? author.origin },
    ]),
  ]);
}

function keywords({ tags }: { readonly tags: readonly string[] }): { readonly keywords?: string } {
  return tags.length === 0 ? {} : { keywords: tags.join(', ') };
}

function graph(facts: readonly unknown[]): unknown {
  return { '@context': 'https://schema.org', '@graph': facts };
}

function personId({ origin }: Person): string {
  return `${origin}/#auteur`;
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

function breadcrumbs(steps: readonly { readonly name: string; readonly url: string }[]): unknown {
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
