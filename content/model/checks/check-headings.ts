import type { Range } from '../image-references/find.ts';
import { coverCode } from '../image-references/prose.ts';
import type { Finding } from './finding.ts';

/** A title in a text: its level, and the signs that say so. */
interface Heading {
  readonly level: number;
  readonly signs: Range;
  /** `#` before it, a line under it, or a tag of HTML, which has an end too. */
  readonly form: 'hashes' | 'underline' | 'tag';
}

/**
 * What is wrong with the levels of a text's titles: the article's title is the only one of level 1, and none skips a
 * level. Those below a title that is mended are counted as mended with it, so that accepting all keeps their order.
 */
export function checkHeadings(content: string): readonly Finding[] {
  const findings: Finding[] = [];
  const above: { readonly level: number; readonly mended: number }[] = [];
  for (const heading of headings(content)) {
    if (heading.level === 1) findings.push(headingOne(heading));
    const level = Math.max(heading.level, 2);
    while ((above.at(-1)?.level ?? 0) >= level) above.pop();
    const mended = Math.min(level, (above.at(-1)?.mended ?? 1) + 1);
    above.push({ level, mended });
    if (mended < level) findings.push(headingOrder(heading, mended));
  }
  return findings;
}

function headingOne(heading: Heading): Finding {
  return {
    kind: 'heading-one',
    severity: 'warning',
    message:
      'Ce titre est du niveau de celui de l’article, qui doit rester le seul : mettez-le un niveau plus bas.',
    field: 'content',
    range: heading.signs,
    replacement: replaced(heading, 2),
  };
}

function headingOrder(heading: Heading, level: number): Finding {
  return {
    kind: 'heading-order',
    severity: 'warning',
    message: `Ce titre est de niveau ${heading.level} là où le niveau ${level} est attendu : on perd le fil du plan.`,
    field: 'content',
    range: heading.signs,
    replacement: replaced(heading, level),
  };
}

function replaced({ form, signs }: Heading, level: number): Finding['replacement'] {
  const label = `Mettre au niveau ${level}`;
  switch (form) {
    case 'hashes':
      return { label, text: '#'.repeat(level) };
    case 'underline':
      return { label, text: '-'.repeat(Math.max(3, signs.to - signs.from)) };
    case 'tag':
      return null;
  }
}

const HASHES = /^ {0,3}(#{1,6})(?=[ \t\r]|$)/gm;
const UNDERLINED = /^(?! {0,3}(?:>|[-*+][ \t]|#{1,6}[ \t]|\|))[ ]{0,3}\S[^\n]*\n {0,3}(=+|-{2,})[ \t]*\r?$/gm;
const TAG = /<h([1-6])(?=[\s>])[^<>]{0,1000}>/gi;

/** Past this many titles of one form the rest of a text is not looked at: no article has them. */
const MAX_HEADINGS = 2_000;

/** In the order of the text, code left out. Titles within quotes and lists are none of its plan. */
function headings(content: string): readonly Heading[] {
  const prose = coverCode(content);
  const found: Heading[] = [];
  for (const { 0: line, 1: signs = '', index } of first(prose.matchAll(HASHES))) {
    const to = index + line.length;
    found.push({ level: signs.length, signs: { from: to - signs.length, to }, form: 'hashes' });
  }
  for (const { 0: lines, 1: signs = '', index } of first(prose.matchAll(UNDERLINED))) {
    const from = index + lines.lastIndexOf(signs);
    const level = signs.startsWith('=') ? 1 : 2;
    found.push({ level, signs: { from, to: from + signs.length }, form: 'underline' });
  }
  for (const { 0: tag, 1: level, index } of first(prose.matchAll(TAG))) {
    found.push({ level: Number(level), signs: { from: index, to: index + tag.length }, form: 'tag' });
  }
  return found.sort((a, b) => a.signs.from - b.signs.from);
}

function* first<Item>(items: Iterable<Item>): Generator<Item> {
  let count = 0;
  for (const item of items) {
    if (count >= MAX_HEADINGS) return;
    count += 1;
    yield item;
  }
}
