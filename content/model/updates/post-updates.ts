import { paragraphsDifference, type TextPart } from '../difference/text-difference.ts';
import { imageDigest } from '../image.ts';
import { findReferences } from '../image-references/find.ts';
import { unescapeHtml } from '../markdown/escape.ts';
import { readSafeHtml, topLevelHtml } from '../markdown/safe-html.ts';
import { parisClock } from '../paris-time.ts';
import { imagePathOfAddress } from '../paths.ts';

/** A passage that an update added, took away, or changed. */
export type ChangedPart =
  | Extract<TextPart, { readonly kind: 'changed' }>
  | { readonly kind: 'added' | 'removed'; readonly text: string };

/** A change of a published article that is news to its readers. */
export interface PostUpdate {
  /** ISO 8601. */
  readonly at: string;
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
  /** Images that stand in the place of others. */
  readonly replacedImages: number;
  /** The title before it; null when it did not change. */
  readonly formerTitle: string | null;
  /** What the author says about it. */
  readonly notes: readonly string[];
  /** Null when there are too many words to show. */
  readonly parts: readonly ChangedPart[] | null;
}

/** All that readers may know of what became of an article since it was published. */
export interface PostUpdates {
  /** Newest first. */
  readonly updates: readonly PostUpdate[];
  /** How many outermost elements the text has now. */
  readonly passages: number;
  /** Those that updates changed or added, by their index, and when the last one did so (ISO 8601). */
  readonly changedAt: readonly (readonly [index: number, at: string])[];
}

/** A text at the end of a span, as {@link passagesOf} reads it. */
export interface ReadText {
  readonly title: string;
  readonly passages: readonly string[];
  /** As {@link imagesShown} names them. */
  readonly images: readonly string[];
}

export const NO_UPDATES: PostUpdates = { updates: [], passages: 0, changedAt: [] };

/** Of all updates of an article, in characters: more words than a page can show beside its own. */
const MAX_SHOWN = 20_000;

/** One step from a text to the next. */
export interface UpdateStep {
  readonly span: UpdateSpan;
  readonly before: ReadText;
  readonly after: ReadText;
}

/**
 * What steps, oldest first, changed for readers. A step that changes not one word of text or title, and
 * no image, is no update, unless its author tells readers of it.
 */
export function postUpdates(steps: readonly UpdateStep[]): PostUpdates {
  const updates: PostUpdate[] = [];
  let ages: readonly (string | null)[] = [];
  let last: ReadText | null = null;
  for (const { span, before, after } of steps) {
    const parts = paragraphsDifference(before.passages, after.passages);
    const at = new Date(span.at).toISOString();
    ages = agesAfter(parts, ages, span.kind === 'news' ? at : null);
    last = after;
    if (span.kind === 'news') updates.push(...updateOf(parts, { at, span, before, after }));
  }
  return {
    updates: withinRoom(updates.reverse()),
    passages: last?.passages.length ?? 0,
    changedAt: ages.flatMap((at, index) => (at === null ? [] : [[index, at] as const])),
  };
}

/** When each passage last changed, after a step; `at` is null for one that is no news. */
function agesAfter(
  parts: readonly TextPart[],
  before: readonly (string | null)[],
  at: string | null,
): readonly (string | null)[] {
  const after: (string | null)[] = [];
  let old = 0;
  for (const { kind } of parts) {
    const age = kind === 'added' ? null : (before[old] ?? null);
    if (kind !== 'added') old += 1;
    if (kind !== 'removed') after.push(kind === 'kept' ? age : (at ?? age));
  }
  return after;
}

function updateOf(
  parts: readonly TextPart[],
  { at, span, before, after }: UpdateStep & { readonly at: string },
): readonly PostUpdate[] {
  // Of an image without alternative text, or a line across, there is nothing to read.
  const changes = parts.filter(
    (part): part is ChangedPart => part.kind === 'changed' || (part.kind !== 'kept' && part.text !== ''),
  );
  const formerTitle = before.title === after.title ? null : before.title;
  const replaced = replacedImages(before.images, after.images);
  if (changes.length === 0 && formerTitle === null && replaced === 0 && span.notes.length === 0) return [];
  const count = (wanted: TextPart['kind']) => changes.filter(({ kind }) => kind === wanted).length;
  const counts = { changed: count('changed'), added: count('added'), removed: count('removed') };
  return [{ at, ...counts, replacedImages: replaced, formerTitle, notes: span.notes, parts: changes }];
}

/** The newest are shown whole first. */
function withinRoom(updates: readonly PostUpdate[]): readonly PostUpdate[] {
  let left = MAX_SHOWN;
  return updates.map((update) => {
    left -= lengthOf(update.parts ?? []);
    return left < 0 ? { ...update, parts: null } : update;
  });
}

function lengthOf(parts: readonly ChangedPart[]): number {
  const lengths = parts.map((part) =>
    part.kind === 'changed' ? part.before.length + part.after.length : part.text.length,
  );
  return lengths.reduce((sum, length) => sum + length, 0);
}

/** What one commit made of a post, and how it was meant. Moments are in milliseconds since 1970. */
export interface VersionFacts {
  readonly at: number;
  readonly isPublished: boolean;
  readonly publishedAt: number | null;
  readonly unpublishedAt: number | null;
  /** No news to readers (docs/design.md, The content repository). */
  readonly isMinor: boolean;
  /** What its author tells readers about it. */
  readonly note: string | null;
}

/** A stretch of versions that readers see as one change: from the version at index `before` to the one at `after`. */
export interface UpdateSpan {
  readonly kind: 'news' | 'minor';
  /** When readers saw the last of it. */
  readonly at: number;
  readonly before: number;
  readonly after: number;
  readonly notes: readonly string[];
}

/** A version that readers saw, and from when. */
interface Seen {
  readonly index: number;
  readonly from: number;
  readonly kind: UpdateSpan['kind'];
  readonly notes: readonly string[];
}

/**
 * The changes that readers of a post saw, oldest first, from its versions, oldest first. What was written before it was
 * public, or before the date that it has now, or replaced before anybody could see it, is no change by itself. The news of one day in Paris are one change;
 * a minor one between two keeps them apart, so that it never passes for news.
 */
export function updateSpans(versions: readonly VersionFacts[]): readonly UpdateSpan[] {
  const published = versions.at(-1)?.publishedAt ?? 0;
  const seen = seenVersions(versions);
  const [first, ...later] = seen.slice(
    Math.max(
      0,
      seen.findLastIndex(({ from }) => from <= published),
    ),
  );
  const spans: UpdateSpan[] = [];
  let before = first?.index ?? 0;
  for (const { index, from, kind, notes } of later) {
    const last = spans.at(-1);
    if (last?.kind === kind && (kind === 'minor' || dayOf(last.at) === dayOf(from)))
      spans[spans.length - 1] = { ...last, at: from, after: index, notes: [...last.notes, ...notes] };
    else spans.push({ kind, at: from, before, after: index, notes });
    before = index;
  }
  return spans;
}

function seenVersions(versions: readonly VersionFacts[]): readonly Seen[] {
  const seen: Seen[] = [];
  let now = Number.NEGATIVE_INFINITY;
  let isNews = false;
  let notes: readonly string[] = [];
  const moments = versions.map(({ at }) => {
    // Clocks of several machines: a version is never older than the one before it.
    now = Math.max(now, at);
    return now;
  });
  for (const [index, version] of versions.entries()) {
    isNews ||= !version.isMinor;
    if (version.note !== null) notes = [...notes, version.note];
    const from = Math.max(moments[index] ?? 0, version.publishedAt ?? 0);
    // git counts seconds: of two versions in one, readers may have seen the first.
    const isReplaced = from > (moments[index + 1] ?? Infinity) || from >= (version.unpublishedAt ?? Infinity);
    if (!version.isPublished || version.publishedAt === null || isReplaced) continue;
    seen.push({ index, from, kind: isNews ? 'news' : 'minor', notes });
    [isNews, notes] = [false, []];
  }
  return seen;
}

function dayOf(moment: number): string {
  return parisClock(moment).slice(0, 10);
}

const NOTE_REFERENCE = /<sup class="appel-note">.*?<\/sup>/gs;
const BACK_LINK = /<a [^>]*class="retour-note"[^>]*>.*?<\/a>/gs;
/** Each of these starts on a line of its own. */
const LINES = new Set(
  'p li dt dd tr h2 h3 h4 h5 h6 pre blockquote figcaption caption summary br div'.split(' '),
);
const UNCHANGED = new Set(['code', 'pre', 'kbd', 'samp', 'var']);

/**
 * What a reader reads of each outermost element of our own safe HTML, in its order: words alone. Emphasis, links, levels of
 * titles, the numbers of notes and kinds of apostrophes are not in it: who changes only those changes nothing to read.
 */
export function passagesOf(html: string): readonly string[] {
  const elements = topLevelHtml(html).filter((piece) => /^\s*</.test(piece));
  return elements.map(passageOf);
}

function passageOf(html: string): string {
  let text = '';
  let unchanged = 0;
  readSafeHtml(html.replace(NOTE_REFERENCE, '').replace(BACK_LINK, ''), {
    text(source) {
      const words = unescapeHtml(source);
      text += unchanged > 0 ? words : words.replaceAll("'", '’');
    },
    tag({ name, isClosing }) {
      if (UNCHANGED.has(name)) unchanged += isClosing ? -1 : 1;
      if (LINES.has(name)) text += '\n';
      else if (name === 'td' || name === 'th') text += ' ';
    },
  });
  return text
    .split('\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

interface Shown {
  readonly coverImage: string | null;
  readonly body: string;
}

/**
 * Our images that a post shows, its cover first, each by the digits of its content, which a new name does not change. One
 * whose name has none is known by its path.
 */
export function imagesShown({ coverImage, body }: Shown): readonly string[] {
  const inText = findReferences(body).filter(({ kind }) => kind !== 'link' && kind !== 'anchor');
  const addresses = [...(coverImage === null ? [] : [coverImage]), ...inText.map(({ address }) => address)];
  return addresses.flatMap((address) => {
    const path = imagePathOfAddress(address);
    return path === null ? [] : [imageDigest(path) ?? path];
  });
}

/** How many images stand in the place of others. An image that comes or goes alone does so with its passage. */
export function replacedImages(before: readonly string[], after: readonly string[]): number {
  return Math.min(without(before, after), without(after, before));
}

/** How many of these are not among those, each counted as often as it is shown. */
function without(these: readonly string[], those: readonly string[]): number {
  const left = new Map<string, number>();
  for (const one of those) left.set(one, (left.get(one) ?? 0) + 1);
  return these.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  }).length;
}
