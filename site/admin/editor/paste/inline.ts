import { linkAddress } from '#content/model/markdown/addresses.ts';
import { escapeText, PLAIN_STYLE, pictureMarkdown, type Run, type RunStyle, runsToMarkdown } from './runs.ts';

/** Elements that are no text to read. */
export const IGNORED = new Set(
  'script style head title meta link template noscript iframe object svg video audio canvas input button select textarea'.split(
    ' ',
  ),
);

const STRUCK = ['text-decoration', 'text-decoration-line'] as const;

/** The Markdown of what stands in a line. */
export function inlineMarkdown(nodes: Iterable<Node>, style: RunStyle = PLAIN_STYLE): string {
  const runs: Run[] = [];
  for (const node of nodes) collect(node, style, runs);
  return runsToMarkdown(runs)
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/ {2,}/g, ' ')
    .trim()
    .replace(/\n/g, '  \n');
}

function collect(node: Node, style: RunStyle, runs: Run[]): void {
  if (node.nodeType === Node.TEXT_NODE) {
    const text = (node.nodeValue ?? '').replace(/[ \t\r\n]+/g, ' ');
    if (text !== '') runs.push({ ...style, markdown: escapeText(text) });
    return;
  }
  if (!(node instanceof HTMLElement) || IGNORED.has(node.localName)) return;
  switch (node.localName) {
    case 'br':
      runs.push({ ...style, markdown: '\n' });
      return;
    case 'img':
      runs.push({
        ...style,
        markdown: pictureMarkdown(node.getAttribute('src') ?? '', node.getAttribute('alt') ?? ''),
      });
      return;
    case 'code':
    case 'kbd':
    case 'samp':
    case 'tt':
      runs.push({ ...style, markdown: code(node.textContent) });
      return;
    default:
      for (const child of node.childNodes) collect(child, styleOf(node, style), runs);
  }
}

function code(text: string): string {
  const words = text.replace(/\s+/g, ' ').trim();
  if (words === '') return '';
  const longest = Math.max(0, ...Array.from(words.matchAll(/`+/g), ([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  const space = words.startsWith('`') || words.endsWith('`') ? ' ' : '';
  return ticks + space + words + space + ticks;
}

function styleOf(element: HTMLElement, style: RunStyle): RunStyle {
  const name = element.localName;
  const look = copiedStyle(element);
  const fontStyle = look.get('font-style') ?? '';
  return {
    link: name === 'a' ? (addressOf(element) ?? style.link) : style.link,
    strong: isBold(name, look.get('font-weight') ?? '') ?? style.strong,
    emphasis:
      fontStyle === 'normal' ? false : style.emphasis || /^(?:em|i)$/.test(name) || fontStyle === 'italic',
    strike:
      style.strike ||
      /^(?:s|del|strike)$/.test(name) ||
      STRUCK.some((key) => look.get(key)?.includes('line-through')),
  };
}

/** Google Docs wraps all it copies in a <b> of normal weight. */
function isBold(name: string, weight: string): boolean | null {
  if (weight !== '') return weight === 'bold' || weight === 'bolder' || Number(weight) >= 600;
  return name === 'b' || name === 'strong' ? true : null;
}

function addressOf(element: HTMLElement): string | null {
  const written = element.getAttribute('href') ?? '';
  // A link inside of the document it was copied from leads nowhere here.
  if (written.startsWith('#')) return null;
  return linkAddress(unwrapped(written));
}

/** Google Docs puts its own address before those of others. */
function unwrapped(address: string): string {
  if (!/^https:\/\/www\.google\.com\/url\?/.test(address)) return address;
  return new URL(address).searchParams.get('q') ?? address;
}

const ASIDE = 'data-copied-style';

/**
 * The HTML with its `style` attributes under another name and without style sheets. The admin's content security
 * policy refuses inline styles in parsed documents too: `element.style` would be empty, and the console full.
 */
export function setStylesAside(html: string): string {
  return html
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(/(<[a-z][^<>]*?\s)style(?=\s*=)/gi, `$1${ASIDE}`);
}

/** The style an element was copied with, as it was written. */
export function styleText(element: Element): string {
  return element.getAttribute(ASIDE) ?? element.getAttribute('style') ?? '';
}

/** Its declarations: names and values in lower case. */
export function copiedStyle(element: Element): ReadonlyMap<string, string> {
  const written = styleText(element).toLowerCase().split(';');
  return new Map(
    written.flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      if (colon === -1) return [];
      return [[declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()] as const];
    }),
  );
}
