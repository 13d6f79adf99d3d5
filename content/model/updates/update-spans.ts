import { parisClock } from '../paris-time.ts';

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
 * public, or replaced before anybody could see it, is no change by itself. The news of one day in Paris are one change;
 * a minor one between two keeps them apart, so that it never passes for news.
 */
export function updateSpans(versions: readonly VersionFacts[]): readonly UpdateSpan[] {
  const [first, ...later] = seenVersions(versions);
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
