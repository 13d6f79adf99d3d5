import { type WordRun, wordRuns } from '#content/model/difference/word-difference.ts';

/** `after` in runs, `added` where it differs from `before`; joined they are `after`: where words were only removed, nothing is marked. */
export function wordDifference(before: string, after: string): readonly WordRun[] {
  const joined: WordRun[] = [];
  for (const run of wordRuns(before, after).filter(({ kind }) => kind !== 'removed')) {
    const last = joined.at(-1);
    if (last?.kind === run.kind) joined[joined.length - 1] = { ...run, text: last.text + run.text };
    else joined.push(run);
  }
  return joined;
}

/**
 * Marks, in a rendered text, the words that the older one has not (`ins`), and puts those it had in their place (`del`).
 * The structure stays the newer one's. Answers whether any word differs: when none does, only the form changed.
 */
export function markWords(older: Element, newer: Element): boolean {
  const runs = wordRuns(older.textContent, newer.textContent);
  const texts = textsOf(newer);
  const waiting = [...runs].reverse();
  for (const text of texts) text.replaceWith(...marked(text, waiting));
  for (const run of waiting.reverse()) newer.append(mark(run, newer.ownerDocument));
  return runs.some(({ kind }) => kind !== 'kept');
}

function textsOf(root: Element): readonly Text[] {
  const walker = root.ownerDocument.createTreeWalker(root, 4); // NodeFilter.SHOW_TEXT
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) texts.push(node as Text); // by the filter
  return texts;
}

/** The text of one node in runs, taken from the end of `waiting`; what is left of a run waits for the next node. */
function marked({ data, ownerDocument }: Text, waiting: WordRun[]): readonly Node[] {
  const nodes: Node[] = [];
  for (let left = data.length; left > 0; ) {
    const run = waiting.pop();
    if (run === undefined) break;
    if (run.kind === 'removed') {
      nodes.push(mark(run, ownerDocument));
      continue;
    }
    const text = run.text.slice(0, left);
    nodes.push(mark({ ...run, text }, ownerDocument));
    left -= text.length;
    if (text.length < run.text.length) waiting.push({ ...run, text: run.text.slice(text.length) });
  }
  return nodes;
}

const ELEMENTS = { kept: null, added: 'ins', removed: 'del' } as const;

function mark({ kind, text }: WordRun, page: Document): Node {
  const name = ELEMENTS[kind];
  // A mark around a line end between two blocks would show as an empty one.
  if (name === null || text.trim() === '') return page.createTextNode(kind === 'removed' ? '' : text);
  const element = page.createElement(name);
  element.textContent = text;
  return element;
}
