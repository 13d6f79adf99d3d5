import { withoutFencedCode } from '../fenced-code.ts';
import { unescapeHtml } from '../markdown/escape.ts';
import { fieldRow, POST_FIELDS } from '../post-fields.ts';
import { type CheckedPost, type Finding, finding, LIMITED_FIELDS, type LimitedField } from './finding.ts';

/** Longest description that search engines and networks show whole, in characters. */
const LONG_DESCRIPTION = POST_FIELDS.socialDescription.limit.over;

/** What is missing or too long in the texts beside the body. */
export function checkTexts(post: CheckedPost): readonly Finding[] {
  return [...excerptMissing(post), ...LIMITED_FIELDS.flatMap((field) => tooLong(post, field))];
}

function excerptMissing({ excerpt, content, isPage }: CheckedPost): readonly Finding[] {
  if (!isBlank(excerpt) || isPage === true) return [];
  const text = beginningOf(content, LONG_DESCRIPTION);
  const message =
    'L’extrait manque\u00a0: c’est lui que montrent la liste des articles, Google et les réseaux.';
  const replacement = text === '' ? null : { label: 'Reprendre le début du texte', text };
  return [finding({ kind: 'missing-excerpt', field: 'excerpt', message, replacement })];
}

function tooLong(post: CheckedPost, field: LimitedField): readonly Finding[] {
  const { over, finding: kind } = POST_FIELDS[field].limit;
  // Networks are given the excerpt where they have no description of their own.
  const isExcerpt = field === 'socialDescription' && isBlank(post.socialDescription);
  const shown = isExcerpt ? 'excerpt' : field;
  const length = Array.from((post[shown] ?? '').trim()).length;
  if (length <= over) return [];
  const { subject } = POST_FIELDS[shown];
  const isShownWhole = fieldRow(field).limit?.isShownWhole === true;
  const beyond = isShownWhole ? 'on ne le lit plus d’un coup d’œil' : 'Google et les réseaux le coupent';
  const message = `${subject} compte ${length} caractères\u00a0: au-delà de ${over}, ${beyond}.`;
  return [finding({ kind, field: shown, message })];
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === '';
}

/** Only so much of a text is looked at, in characters: its first paragraph is nearer. */
const LOOKED_AT = 20_000;
/** Titles, quotes, lists, tables, rules, images alone, definitions, HTML: no sentence to begin with. */
const NO_SENTENCE =
  /^(?:[ \t]*(?:#{1,6}(?:[ \t]|$)|>|[-*+][ \t]|[0-9]{1,9}[.)][ \t]|\||<|!\[[^\]]*\]\([^)]*\)[ \t]*$|\[[^\]]+\]:|(?:[-*_][ \t]*){3,}(?:\r?\n|$)|[^\n]*\n[ \t]*(?:=+|-{2,})[ \t\r]*(?:\n|$)))/;

/**
 * The first sentences of a Markdown text without its signs, as many as fit in `limit` characters; '' when it has none. A
 * first sentence that is too long is cut between two words, with « … ».
 */
export function beginningOf(markdown: string, limit: number): string {
  const paragraphs = withoutFencedCode(markdown.slice(0, LOOKED_AT)).split(/\n[ \t\r]*\n/);
  for (const paragraph of paragraphs) {
    if (NO_SENTENCE.test(paragraph.replace(/^\s+/, ''))) continue;
    const text = plainText(paragraph);
    if (text !== '') return fitting(text, limit);
  }
  return '';
}

function plainText(paragraph: string): string {
  const text = paragraph
    .replace(/`+/g, '')
    .replace(/!\[[^\]]{0,500}\](?:\([^)]{0,1000}\)|\[[^\]]{0,500}\])/g, ' ')
    .replace(/\[\^[^\]]{1,100}\]/g, '')
    .replace(/\[([^\]]{1,500})\](?:\([^)]{0,1000}\)|\[[^\]]{0,500}\])/g, '$1')
    .replace(/<[^<>\n]{1,1000}>/g, ' ')
    .replace(
      /(?<![\p{L}\p{N}\\])(?:\*{1,3}|_{1,3}|~~)(?=\S)|(?<=[^\s\\])(?:\*{1,3}|_{1,3}|~~)(?![\p{L}\p{N}])/gu,
      '',
    )
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
  return unescapeHtml(text).replace(/\s+/g, ' ').trim();
}

function fitting(text: string, limit: number): string {
  let kept = '';
  for (const sentence of text.split(/(?<=[.!?…]["»\u00a0 ]{0,3})\s+(?=[\p{Lu}\p{N}«"—])/u)) {
    const longer = kept === '' ? sentence : `${kept} ${sentence}`;
    if (longer.length > limit) break;
    kept = longer;
  }
  if (kept !== '') return kept;
  const cut = text.slice(0, limit - 1);
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > limit / 2 ? cut.slice(0, lastSpace) : cut).replace(/[\s,;:–—-]+$/, '')}…`;
}
