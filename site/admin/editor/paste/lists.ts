import { styleText } from './copied-style.ts';
import { inlineMarkdown } from './inline.ts';

type ReadBlocks = (parent: Element) => readonly string[];

/** A list, its items and what they hold set in. */
export function listMarkdown(list: HTMLElement, read: ReadBlocks): string {
  const isNumbered = list.localName === 'ol';
  const items: string[] = [];
  for (const child of list.children) {
    // Google Docs and old pages put a list beside the item it belongs to.
    if (child.localName === 'ul' || child.localName === 'ol') {
      const nested = read(wrapped(child)).join('\n');
      const last = items.pop();
      items.push(last === undefined ? nested : `${last}\n${setIn(nested, isNumbered ? 3 : 2)}`);
      continue;
    }
    const blocks = read(child);
    if (blocks.length === 0) continue;
    const marker = isNumbered ? `${items.length + 1}. ` : '- ';
    items.push(marker + setIn(joined(blocks), marker.length).trimStart());
  }
  return items.join('\n');
}

function wrapped(element: Element): Element {
  const parent = element.ownerDocument.createElement('div');
  parent.append(element.cloneNode(true));
  return parent;
}

/** A list inside of an item follows its words at once. */
function joined(blocks: readonly string[]): string {
  return blocks.reduce((text, block) => `${text}${/^(?:- |\d+\. )/.test(block) ? '\n' : '\n\n'}${block}`);
}

/** `text` with `width` spaces before each line that has words. */
function setIn(text: string, width: number): string {
  return text.replace(/^(?=[^\n])/gm, ' '.repeat(width));
}

const LEVEL = /mso-list:[^;]*\blevel(\d)/i;
const SIGN = /mso-list:\s*Ignore/i;

/** Word copies the items of its lists as paragraphs. */
export function isWordItem(element: HTMLElement): boolean {
  return element.localName === 'p' && LEVEL.test(styleText(element));
}

/** Items of Word that follow one another, as a list. */
export function wordListMarkdown(items: readonly HTMLElement[]): string {
  const counts: number[] = [];
  return items
    .map((item) => {
      const level = Number(LEVEL.exec(styleText(item))?.[1] ?? '1');
      const sign = signOf(item);
      counts.length = level;
      const count = (counts[level - 1] ?? 0) + 1;
      counts[level - 1] = count;
      const words = inlineMarkdown(Array.from(item.childNodes).filter((node) => !isSign(node)));
      const marker = /^\s*(?:\d+|[a-z]+|[ivx]+)[.)]/i.test(sign) ? `${count}. ` : '- ';
      return '   '.repeat(level - 1) + marker + words;
    })
    .join('\n');
}

function isSign(node: Node): boolean {
  return node instanceof HTMLElement && (SIGN.test(styleText(node)) || holdsSign(node));
}

function holdsSign(element: HTMLElement): boolean {
  return Array.from(element.children).some((child) => isSign(child));
}

function signOf(item: HTMLElement): string {
  return Array.from(item.childNodes).find(isSign)?.textContent ?? '';
}
