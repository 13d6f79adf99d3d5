import { findReferences, type Range } from '../image-references/find.ts';
import { coverCode, isEscaped } from '../image-references/prose.ts';
import { type InternalLink, internalLinks } from '../internal-links.ts';
import { isRelative, missingScheme } from '../markdown/addresses.ts';
import { POSTS_ADDRESS, postAddress, postNamedBy } from '../paths.ts';
import { capitalized, type OfKind, postWords } from '../post-words.ts';
import { followRedirect } from '../redirects.ts';
import { checkImages } from './check-images.ts';
import { checkTexts } from './check-texts.ts';
import { type CheckedPost, type Finding, finding, type SiteFacts } from './finding.ts';

/** Findings of one kind past this many are not listed: the first ones say enough. */
const MAX_OF_A_KIND = 50;

/**
 * What is worth mending of a post before publication: errors first, then by place in the text. Nothing is refused for it.
 * Replacements that overlap are of no two findings, so that all may be accepted.
 */
export function checkPost(post: CheckedPost, site: SiteFacts): readonly Finding[] {
  if (post.content.trim() === '') return [EMPTY, ...checkTexts(post), ...checkImages(post, site)];
  const findings = [
    ...checkTexts(post),
    ...checkImages(post, site),
    ...checkLinks(post, site),
    ...checkHeadings(post),
    ...checkHiddenWords(post),
  ];
  const counts = new Map<string, number>();
  const few = findings.filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= MAX_OF_A_KIND;
  });
  return few.sort((a, b) => rank(a) - rank(b) || (a.range?.from ?? -1) - (b.range?.from ?? -1));
}

function rank({ severity }: Finding): number {
  return severity === 'error' ? 0 : 1;
}

const EMPTY = finding({
  kind: 'empty-text',
  severity: 'error',
  message: 'Le texte est vide\u00a0: il n’y a rien à lire.',
  field: 'content',
});

/** The links of a text that do not lead to an article's page as they should. */
function checkLinks(post: CheckedPost, site: SiteFacts): readonly Finding[] {
  return [...checkInternal(post, site), ...checkWholeAddresses(post), ...checkFileLinks(post, site)];
}

/** The links of a text to articles that are not there, not yet, or elsewhere now. A link to the post itself is fine. */
function checkInternal({ content, slug }: CheckedPost, site: SiteFacts): readonly Finding[] {
  return internalLinks(content, site.origin).flatMap((link) =>
    link.slug === slug ? [] : (checkLink(link, site) ?? []),
  );
}

function checkLink(link: InternalLink, { posts, redirects }: SiteFacts): Finding | null {
  const address = postAddress(link);
  const found = posts.get(address);
  if (found === 'public') return null;
  const answer = followRedirect(address, redirects, (path) => posts.get(path) === 'public');
  if (answer.kind === 'moved') return moved(link, answer.to);
  if (found === 'hidden') return broken(link, 'warning', hiddenTarget(link));
  // Outside of the blog there may be what Encrier does not know of.
  if (link.isPage === true && answer.kind === 'unknown') return null;
  return broken(link, 'error', answer.kind === 'gone' ? goneTarget(link) : UNKNOWN);
}

/** `[a](www.exemple.fr)`, as people say addresses: readers would be led to a page of this site. */
function checkWholeAddresses({ content }: CheckedPost): readonly Finding[] {
  return findReferences(content).flatMap(({ kind, address, at }): readonly Finding[] => {
    const scheme = missingScheme(address);
    if (kind === 'image' || kind === 'tag' || scheme === '') return [];
    const message = `Ce lien mène à une page de votre site qui n’existe pas\u00a0: son adresse commence par «\u00a0${scheme}\u00a0».`;
    const replacement = {
      label: `Ajouter «\u00a0${scheme}\u00a0»`,
      text: scheme + content.slice(at.from, at.to),
    };
    return [{ ...broken({ at }, 'error', message), replacement }];
  });
}

/** `[suite](../2026/suite.md#plan)`, as other editors write links: readers would be given a file, or nothing. */
function checkFileLinks({ content }: CheckedPost, { posts }: SiteFacts): readonly Finding[] {
  return findReferences(content).flatMap(({ kind, address, at }): readonly Finding[] => {
    const [, slug, rest = ''] = FILE.exec(address) ?? [];
    if (kind === 'image' || kind === 'tag' || slug === undefined || !isRelative(address)) return [];
    if (missingScheme(address) !== '') return [];
    const found = [POSTS_ADDRESS + slug, `/${slug}`].find((one) => posts.has(one));
    const replacement = found === undefined ? null : { label: 'Mettre son adresse', text: `${found}${rest}` };
    return [{ ...broken({ at }, 'error', TO_FILE), replacement }];
  });
}

const FILE = /^(?:[^?#]*\/)?([^/?#]+)\.md([?#].*)?$/i;
const TO_FILE =
  'Ce lien mène à un fichier, pas à la page d’un article\u00a0: écrivez son adresse depuis /blog/.';
const UNKNOWN = 'Ce lien mène à un article qui n’existe pas\u00a0: vérifiez son adresse.';

function hiddenTarget(link: OfKind): string {
  const { a, them } = postWords(link);
  return `Ce lien mène à ${a} que les lecteurs ne voient pas encore\u00a0: publiez-${them} aussi, ou retirez le lien.`;
}

function goneTarget(link: OfKind): string {
  const { a, e } = postWords(link);
  return `Ce lien mène à ${a} supprimé${e}\u00a0: retirez-le, ou menez-le ailleurs.`;
}

function broken({ at }: Pick<InternalLink, 'at'>, severity: Finding['severity'], message: string): Finding {
  return finding({ kind: 'broken-link', severity, message, field: 'content', range: at });
}

function moved({ at, slugAt, isPage }: InternalLink, to: string): Finding {
  const named = postNamedBy(to);
  const slug = named !== null && named.isPage === isPage ? named.slug : null;
  const isPlain = slug !== null && slugAt !== null;
  const { this: this_, it } = postWords({ isPage });
  return finding({
    kind: 'moved-link',
    message: `${capitalized(this_)} a changé d’adresse\u00a0: ${it} est maintenant à ${to}.`,
    field: 'content',
    range: isPlain ? slugAt : at,
    replacement: { label: 'Mettre la nouvelle adresse', text: isPlain ? slug : to },
  });
}

/** `<nom>`, written for a name to be put there: taken for an element, it is left out of the page. */
function checkHiddenWords({ content }: CheckedPost): readonly Finding[] {
  const prose = coverCode(content);
  return [...first(prose.matchAll(BARE_TAG))].flatMap(({ 0: words, 1: name = '', index }) => {
    if (HTML_NAMES.has(name.toLowerCase()) || isEscaped(prose, index)) return [];
    return finding({
      kind: 'hidden-words',
      severity: 'error',
      message: `Les mots entre < et > ne seront pas montrés\u00a0: «\u00a0${words}\u00a0».`,
      field: 'content',
      range: { from: index, to: index + words.length },
      replacement: { label: 'Les montrer', text: `\\${words}` },
    });
  });
}

/** With words in it and no value, as people write and HTML seldom does. */
const BARE_TAG = /<([a-z][\w-]{0,50})(?:[ \t]{1,9}[a-z:_][\w.:-]{0,50}){0,9}[ \t]{0,9}\/?>/gi;
const HTML_NAMES = new Set(
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br
  button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed
  fieldset figcaption figure font footer form frame frameset g h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe
  image img input ins isindex kbd keygen label legend li link listing main map mark marquee math menu menuitem meta meter
  nav nobr noembed noframes noscript object ol optgroup option output p param picture plaintext pre progress q rb rp rt
  rtc ruby s samp script search section select slot small source spacer span strike strong style sub summary sup svg
  table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp`.split(/\s+/),
);

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
function checkHeadings(post: CheckedPost): readonly Finding[] {
  const findings: Finding[] = [];
  const above: { readonly level: number; readonly mended: number }[] = [];
  for (const heading of headings(post.content)) {
    if (heading.level === 1)
      findings.push(headingFinding(heading, { kind: 'heading-one', level: 2, message: onlyOne(post) }));
    const level = Math.max(heading.level, 2);
    while ((above.at(-1)?.level ?? 0) >= level) above.pop();
    const mended = Math.min(level, (above.at(-1)?.mended ?? 1) + 1);
    above.push({ level, mended });
    if (mended === level) continue;
    const message = `Ce titre est de niveau ${heading.level} là où le niveau ${mended} est attendu\u00a0: on perd le fil du plan.`;
    findings.push(headingFinding(heading, { kind: 'heading-order', level: mended, message }));
  }
  return findings;
}

function onlyOne(post: OfKind): string {
  return `Ce titre est du niveau de celui ${postWords(post).of}, qui doit rester le seul\u00a0: mettez-le un niveau plus bas.`;
}

interface WrongLevel extends Pick<Finding, 'kind' | 'message'> {
  /** The one it should have. */
  readonly level: number;
}

function headingFinding(heading: Heading, { kind, message, level }: WrongLevel): Finding {
  const replacement = replaced(heading, level);
  return finding({ kind, message, field: 'content', range: heading.signs, replacement });
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
