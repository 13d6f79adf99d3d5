import { styleText } from './copied-style.ts';
import { inlineMarkdown } from './inline.ts';

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
