import { longDate } from '#site/ui/dates.tsx';

/** The version of an article that was read, and when, in milliseconds since 1970. */
export interface Reading {
  readonly version: string;
  readonly at: number;
  /** The reading before, while this one goes on. */
  readonly before?: Omit<Reading, 'before'> | undefined;
}

/** Passages named one by one; of more, only how many there are. */
const MAX_NAMED = 12;
const MAX_WORDS = 9;

/**
 * Marks the passages of a text that updates changed since a reading, and says so, with a link to each, over the page: nothing
 * in it moves. Marks nothing
 * when the text is not cut in as many passages as the server counted.
 */
export function markChanges(article: HTMLElement, last: Omit<Reading, 'before'>): void {
  const { changes = '[]', passages } = article.dataset;
  // A picture that stands in no paragraph has no words: it is none of the passages that the server counted.
  const text = [...article.querySelectorAll('.prose > :not(picture)')];
  if (text.length !== Number(passages)) return;
  const changed = changedSince(JSON.parse(changes), last.version);
  const marked = changed.flatMap((index) => text[index] ?? []);
  if (marked.length === 0) return;
  for (const [number, passage] of marked.entries()) {
    passage.classList.add('is-changed');
    if (passage.id === '') passage.id = `modifie-${number + 1}`;
  }
  document.body.append(notice(marked, last.at));
}

/** The indexes of what changed after a version, among pairs of an index and the moment of its last change (ISO 8601). */
export function changedSince(changes: unknown, version: string): readonly number[] {
  const pairs: unknown[] = Array.isArray(changes) ? changes : [];
  return pairs.flatMap((pair) => {
    const values: unknown[] = Array.isArray(pair) ? pair : [];
    const [index, at] = values;
    return typeof index === 'number' && typeof at === 'string' && at > version ? [index] : [];
  });
}

function notice(marked: readonly Element[], lastTime: number): HTMLElement {
  const box = element('div', 'since-last-time');
  box.setAttribute('role', 'status');
  const details = element('details');
  const said = element('summary');
  said.textContent = `Modifié depuis votre dernière lecture le ${longDate(new Date(lastTime).toISOString())}`;
  const list = element('ol');
  list.setAttribute('role', 'list');
  list.append(...marked.slice(0, MAX_NAMED).map(linkTo));
  details.append(said, list);
  const hide = element('button', 'button button-small');
  hide.textContent = 'Masquer';
  hide.addEventListener('click', () => box.remove());
  box.append(details, hide);
  return box;
}

function linkTo(passage: Element): HTMLElement {
  const link = element('a');
  link.href = `#${passage.id}`;
  const picture = passage.querySelector('img')?.alt ?? '';
  link.textContent = firstWords(passage.textContent) || firstWords(picture) || 'Image';
  const item = element('li');
  item.append(link);
  return item;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  return made;
}

function firstWords(text: string): string {
  const words = text.trim().split(/\s+/);
  return words.length <= MAX_WORDS ? words.join(' ') : `${words.slice(0, MAX_WORDS).join(' ')}…`;
}
