import { RESULTS_PER_PAGE, type SearchAnswer } from '#content/contract/search-operations.ts';
import { countKinds } from '#content/model/post-words.ts';
import { counted } from './french.ts';

/** How many articles and pages were found, and which of them are shown, in a sentence. */
export function saidOf(answer: Omit<SearchAnswer, 'proposal'>): string {
  const { question, total, near, page, posts } = answer;
  const asked = `«\u00A0${question}\u00A0»`;
  if (total + near === 0) return `Aucun article trouvé pour ${asked}.`;
  if (total === 0)
    return `Aucun article ne contient tous les mots de ${asked}\u202F; ${nearWords(page, posts.length)}.`;
  return `${totalWords(answer)} pour ${asked}${shownWords(answer)}.`;
}

/** How many hold every word: by kind where all of them are shown. */
export function totalWords({ total, posts }: Pick<SearchAnswer, 'total' | 'posts'>): string {
  if (total > posts.length) return counted(total, nounOf(posts), `${nounOf(posts)}s`);
  const { articles, pages } = countKinds(posts.slice(0, total).map(({ post }) => post));
  return [
    ...(articles > 0 || pages === 0 ? [counted(articles, 'article', 'articles')] : []),
    ...(pages > 0 ? [counted(pages, 'page', 'pages')] : []),
  ].join(' et ');
}

function nounOf(posts: SearchAnswer['posts']): string {
  return posts.some(({ post }) => post.isPage === true) ? 'résultat' : 'article';
}

function nearWords(page: number, count: number): string {
  if (page > 1) return 'en voici d’autres qui s’en approchent';
  return count === 1 ? 'en voici un qui s’en approche' : `en voici ${count} qui s’en approchent`;
}

/** Which of the articles that hold all words are on this page, and how many others come after them. */
function shownWords({ total, page, posts }: Pick<SearchAnswer, 'total' | 'page' | 'posts'>): string {
  const from = (page - 1) * RESULTS_PER_PAGE;
  const whole = Math.min(total - from, posts.length);
  const others = posts.length - whole;
  const then = others === 0 ? '' : `, puis ${others} qui s’en ${others === 1 ? 'approche' : 'approchent'}`;
  return `${whole === total ? '' : `, dont voici ${wholeWords({ from, count: whole, total, noun: nounOf(posts) })}`}${then}`;
}

interface WholeShown {
  readonly from: number;
  readonly count: number;
  readonly total: number;
  readonly noun: string;
}

function wholeWords({ from, count, total, noun }: WholeShown): string {
  if (from === 0) return count === 1 ? 'le premier' : `les ${count} premiers`;
  if (count > 1) return `les ${noun}s ${from + 1} à ${from + count}`;
  return from + count === total
    ? 'le dernier'
    : `${noun === 'article' ? 'l’article' : 'le résultat'} ${from + 1}`;
}
