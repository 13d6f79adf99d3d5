/**
 * How French speaks of a post, by its kind: sentences about one are made from its row, so that none asks which kind it is.
 * `e` is what an adjective or a participle about it ends in.
 */
const ROWS = {
  article: {
    one: 'article',
    more: 'articles',
    a: 'un article',
    the: 'l’article',
    /** As titles of messages write it (docs/product.md, Errors and messages). */
    theInTitles: "l'article",
    of: 'de l’article',
    to: 'à l’article',
    this: 'cet article',
    other: 'un autre article',
    none: 'aucun article',
    /** « nouvel article », « un nouvel article ». */
    anew: 'nouvel article',
    aNew: 'un nouvel article',
    it: 'il',
    them: 'le',
    ready: 'prêt',
    that: 'celui-ci',
    e: '',
  },
  page: {
    one: 'page',
    more: 'pages',
    a: 'une page',
    the: 'la page',
    theInTitles: 'la page',
    of: 'de la page',
    to: 'à la page',
    this: 'cette page',
    other: 'une autre page',
    none: 'aucune page',
    anew: 'nouvelle page',
    aNew: 'une nouvelle page',
    it: 'elle',
    them: 'la',
    ready: 'prête',
    that: 'celle-ci',
    e: 'e',
  },
} as const;

export type PostWords = (typeof ROWS)['article' | 'page'];

/** What tells the kind of a post; nothing said is an article. */
export interface OfKind {
  readonly isPage?: boolean | undefined;
}

/** The words for a post. */
export function postWords({ isPage }: OfKind): PostWords {
  return isPage === true ? ROWS.page : ROWS.article;
}

/** Words that begin a sentence, or a label. */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export interface PostCounts {
  readonly articles: number;
  readonly pages: number;
}

/** How many of each kind there are. */
export function countKinds(posts: readonly OfKind[]): PostCounts {
  const pages = posts.filter(({ isPage }) => isPage === true).length;
  return { articles: posts.length - pages, pages };
}

/** « 1 article », « 2 pages », « 3 articles et 1 page »; with none of either, « 0 article ». */
export function countedPosts({ articles, pages }: PostCounts): string {
  const counted = [
    ...(articles > 0 || pages === 0 ? [countedOf(articles, ROWS.article)] : []),
    ...(pages > 0 ? [countedOf(pages, ROWS.page)] : []),
  ];
  return counted.join(' et ');
}

function countedOf(count: number, { one, more }: PostWords): string {
  return `${count.toLocaleString('fr-FR')} ${count < 2 ? one : more}`;
}

/** What a participle about all of them ends in: pages alone are feminine. */
export function endingOf({ articles, pages }: PostCounts): string {
  const { e } = articles === 0 && pages > 0 ? ROWS.page : ROWS.article;
  return articles + pages > 1 ? `${e}s` : e;
}

/** What is said once a post was deleted (docs/product.md, Errors and messages). */
export function deletedWords(post: OfKind): { readonly title: string; readonly description: string } {
  const { one, it, e } = postWords(post);
  return {
    title: `${capitalized(one)} supprimé${e}`,
    description: `${capitalized(it)} reste dans la corbeille.`,
  };
}

/** What tells a page, to go with its name; nothing of an article. */
export function pageOf({ isPage }: OfKind): { readonly isPage?: true } {
  return isPage === true ? { isPage } : {};
}
