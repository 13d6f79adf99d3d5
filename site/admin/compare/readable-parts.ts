import type { BodyPart } from '#content/model/merge.ts';

type Disputed = Extract<BodyPart, { kind: 'disputed' }>;

/** After a blank line. */
const PARAGRAPH_END = /(?<=\n[ \t]*\r?\n)/;
const ENDS_PARAGRAPH = /\n[ \t]*\r?\n\s*$/;
/** The line under a table's head, or the fence of a piece of code. */
const TABLE_OR_CODE = /^[ \t]*(?:\|?[ \t]*:?-+:?[ \t]*\|[-|: \t]*|`{3,}.*|~{3,}.*)$/m;

/**
 * The parts as a person can read them one by one: a table, a piece of code, and words in bold or a link that a cut would
 * leave in pieces, are one disputed part. Whatever is chosen of them puts together the same text, part by part.
 */
export function readableParts(body: readonly BodyPart[]): readonly BodyPart[] {
  const parts = paragraphs(body.flatMap(cutAtParagraphs)).flatMap((paragraph) =>
    isReadable(paragraph) ? paragraph : [disputedTogether(paragraph)],
  );
  return agreedTogether(parts);
}

function cutAtParagraphs(part: BodyPart): readonly BodyPart[] {
  if (part.kind === 'disputed') return [part];
  return part.text.split(PARAGRAPH_END).map((text) => ({ kind: 'agreed', text }));
}

/** The parts by the paragraph they stand in. */
function paragraphs(parts: readonly BodyPart[]): readonly (readonly BodyPart[])[] {
  const found: BodyPart[][] = [];
  let isOver = true;
  for (const part of parts) {
    if (isOver) found.push([]);
    found.at(-1)?.push(part);
    isOver = textsOf(part).every((text) => ENDS_PARAGRAPH.test(text));
  }
  return found;
}

function textsOf(part: BodyPart): readonly string[] {
  return part.kind === 'agreed' ? [part.text] : [part.theirs, part.yours];
}

function isReadable(parts: readonly BodyPart[]): boolean {
  if (parts.length === 1 || parts.every(({ kind }) => kind === 'agreed')) return true;
  const { theirs, yours } = disputedTogether(parts);
  if (TABLE_OR_CODE.test(theirs) || TABLE_OR_CODE.test(yours)) return false;
  return parts.every((part) => textsOf(part).every(isWhole));
}

/** Whether what opens in a text ends in it: bold, code, the words of a link. */
function isWhole(text: string): boolean {
  const count = (sign: RegExp): number => text.match(sign)?.length ?? 0;
  const isEven = count(/\*\*/g) % 2 === 0 && count(/`/g) % 2 === 0;
  return isEven && count(/\[/g) === count(/\]/g) && count(/\(/g) === count(/\)/g);
}

function disputedTogether(parts: readonly BodyPart[]): Disputed {
  const joined = (side: 'base' | 'theirs' | 'yours'): string =>
    parts.map((part) => (part.kind === 'agreed' ? part.text : part[side])).join('');
  return { kind: 'disputed', base: joined('base'), theirs: joined('theirs'), yours: joined('yours') };
}

function agreedTogether(parts: readonly BodyPart[]): readonly BodyPart[] {
  const found: BodyPart[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (part.kind === 'agreed' && last?.kind === 'agreed')
      found[found.length - 1] = { kind: 'agreed', text: last.text + part.text };
    else found.push(part);
  }
  return found;
}
