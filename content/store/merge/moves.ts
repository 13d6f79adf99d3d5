import { standTogether } from './blocks.ts';
import type { Versions } from './regions.ts';
import { followTokens, type SideTokens } from './side-tokens.ts';
import type { Token } from './tokens.ts';

export interface FollowedVersions {
  readonly versions: Versions;
  /** Tokens of the base that a side moved. */
  readonly moved: ReadonlySet<Token>;
}

/**
 * The same versions, with what one side moved moved in the two others as well: an edit finds its paragraph where it went. Of
 * two new places of one token theirs counts. Versions in which nothing moved are given back as they are.
 */
export function followMoves(versions: Versions): FollowedVersions {
  const { base } = versions;
  const [ours, theirs] = [followTokens(base, versions.ours), followTokens(base, versions.theirs)];
  const mine = [...ours.moved].filter((place) => !theirs.moved.has(place));
  if (mine.length + theirs.moved.size === 0) return { versions, moved: new Set() };
  const lists: Lists = {
    base: base.map((token, place) => ({ token, place })),
    ours: placed(versions.ours, ours),
    theirs: placed(versions.theirs, theirs),
  };
  // What they moved goes where they have it: beside it in ours, what we moved would stand elsewhere in each version.
  const mineMoved = { guide: lists.ours, moved: new Set(mine), ignored: theirs.moved };
  const [start, other] = rearranged(mineMoved, [lists.base, lists.theirs]);
  const theirsMoved = { guide: other, moved: theirs.moved, ignored: new Set<number>() };
  const [end, own] = rearranged(theirsMoved, [start, lists.ours]);
  const places = new Set([...mine, ...theirs.moved]);
  const moved = new Set(
    end.flatMap(({ token, place }) => (place !== null && places.has(place) ? token : [])),
  );
  return { versions: { base: tokensOf(end), ours: tokensOf(own), theirs: tokensOf(other) }, moved };
}

/** A token, and its place in the base; null for a new one. */
interface Placed {
  readonly token: Token;
  readonly place: number | null;
}

type List = readonly Placed[];

interface Lists {
  readonly base: List;
  readonly ours: List;
  readonly theirs: List;
}

function placed(tokens: readonly Token[], { placeOf }: SideTokens): List {
  const places = new Map([...placeOf].map(([base, side]) => [side, base]));
  return tokens.map((token, at) => ({ token, place: places.get(at) ?? null }));
}

function tokensOf(list: List): readonly Token[] {
  return list.map(({ token }) => token);
}

interface Guide {
  /** The version that moved something. */
  readonly guide: List;
  /** What, by places in the base. */
  readonly moved: ReadonlySet<number>;
  /** What will go elsewhere: no place to stand beside. */
  readonly ignored: ReadonlySet<number>;
}

/** Both lists with what was moved where the guide has it. */
function rearranged(
  { guide, moved, ignored }: Guide,
  [base, other]: readonly [List, List],
): readonly [List, List] {
  if (moved.size === 0) return [base, other];
  const order = guide.flatMap(({ place }) => (place === null || ignored.has(place) ? [] : place));
  const arranged = (list: List): List =>
    withGaps({ before: list, after: withMoves(list, { order, moved }), guide });
  return [arranged(base), arranged(other)];
}

interface Order {
  /** Places in the base, as the guide has them. */
  readonly order: readonly number[];
  readonly moved: ReadonlySet<number>;
}

/** Each moved token, with what was added inside of a stretch that moved, after the one that the guide has before it. */
function withMoves(list: List, { order, moved }: Order): List {
  const groups = groupsOf(list, { order, moved });
  const present = new Set(list.flatMap(({ place }) => place ?? []));
  const left = list.filter((placed) => !groups.inAny.has(placed));
  const after = new Map<number | null, Placed[]>();
  let before: number | null = null;
  for (const place of order) {
    if (!present.has(place)) continue;
    if (moved.has(place)) {
      const waiting = after.get(before) ?? [];
      waiting.push(...(groups.byPlace.get(place) ?? []));
      after.set(before, waiting);
    } else before = place;
  }
  const first = after.get(null) ?? [];
  return [
    ...first,
    ...left.flatMap((placed) => [placed, ...(placed.place === null ? [] : (after.get(placed.place) ?? []))]),
  ];
}

interface Groups {
  readonly byPlace: ReadonlyMap<number, readonly Placed[]>;
  readonly inAny: ReadonlySet<Placed>;
}

/** What goes along with each moved token: itself, and what was added after it inside of a stretch that moves. */
function groupsOf(list: List, { order, moved }: Order): Groups {
  const nextInGuide = new Map(order.map((place, at) => [place, order[at + 1] ?? null]));
  const byPlace = new Map<number, Placed[]>();
  let isSection = false;
  for (let at = 0; at < list.length; at += 1) {
    const placed = list[at];
    if (placed === undefined || placed.place === null || !moved.has(placed.place)) {
      if (placed?.place !== null) isSection = false;
      continue;
    }
    isSection ||= placed.token.kind === 'heading';
    let next = at + 1;
    while (next < list.length && list[next]?.place === null) next += 1;
    const following = list[next]?.place ?? null;
    const goesOn = following !== null && moved.has(following) && nextInGuide.get(placed.place) === following;
    byPlace.set(placed.place, list.slice(at, goesOn || isSection ? next : at + 1));
  }
  return { byPlace, inAny: new Set([...byPlace.values()].flat()) };
}

interface Rearranged {
  readonly before: List;
  readonly after: List;
  readonly guide: List;
}

/** The list as it is now: what came to stand together anew is kept apart as in the guide. The end stays what it was. */
function withGaps({ before, after, guide }: Rearranged): List {
  const followers = new Map(before.map(({ token }, at) => [token, before[at + 1]?.token]));
  const inGuide = new Map(guide.flatMap(({ place }, at) => (place === null ? [] : [[place, at] as const])));
  const gapInGuide = (place: number | null, next: number | null): string | null => {
    const at = place === null || next === null ? undefined : inGuide.get(place);
    return at === undefined || guide[at + 1]?.place !== next ? null : (guide[at]?.token.after ?? null);
  };
  return after.map((placed, at) => {
    const next = after[at + 1];
    if (followers.get(placed.token) === next?.token) return placed;
    if (next === undefined) return withGap(placed, before.at(-1)?.token.after ?? '');
    const gap = standTogether(placed.token, next.token) ? '\n' : '\n\n';
    return withGap(placed, gapInGuide(placed.place, next.place) ?? gap);
  });
}

function withGap(placed: Placed, after: string): Placed {
  return { ...placed, token: { ...placed.token, after } };
}
