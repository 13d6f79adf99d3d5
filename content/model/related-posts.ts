import type { SnapshotPost } from './post.ts';
import { differencesBy, listAfter, listDifference, newestFirst } from './post-lists.ts';
import { slugFromTitle } from './slug.ts';
import type { PublicView } from './snapshot.ts';

/** A tag was chosen to say what a post is about; a word of its address may be there by chance. */
const TAG_WEIGHT = 3;
/** Of the posts that have one thing in common with what is asked, only so many of the newest count. */
const MAX_SHARING = 100;
/** So many posts are weighed for an answer, those first with which least others share something. */
const MAX_WEIGHED = 100;

/**
 * Finds the posts that have most in common with one, or with an address: tags, category, telling words; what few posts share
 * counts for more. The answer depends on the view alone. What is known of its posts is kept from one view to the next: a commit
 * costs what it changed.
 */
export function createRelatedPosts() {
  const marks = createMarks();
  let sharing: Sharing = new Map();
  let indexed: readonly SnapshotPost[] = [];
  let isFirst = true;

  function index({ posts }: Listed): Sharing {
    if (posts === indexed) return sharing;
    if (indexed.length === 0) sharing = sharedBy(posts, marks.of);
    else follow(posts);
    indexed = posts;
    return sharing;
  }

  function follow(posts: Listed['posts']): void {
    for (const [mark, change] of differencesBy(listDifference(indexed, posts), marks.of)) {
      const others = listAfter(sharing.get(mark) ?? [], change, newestFirst);
      if (others.length === 0) sharing.delete(mark);
      else sharing.set(mark, others);
    }
  }

  /** Who shares what is wanted, at least. The first page of a start, which somebody waits for, is found without the index, which took a tenth of that time. */
  function sharedIn(view: Listed, wanted: ReadonlySet<string>): Sharing {
    if (!isFirst) return index(view);
    isFirst = false;
    return sharedBy(view.posts, marks.among(wanted));
  }

  return {
    /** Public posts that have something in common with this one, those with most first, then the newest. */
    related(view: Listed, post: SnapshotPost, limit: number): readonly SnapshotPost[] {
      const wanted = new Set([...marks.of(post), ...excerptWords(post)]);
      const all = view.posts.length + 1;
      const scores = weighed(
        sharedIn(view, wanted),
        wanted,
        (mark, shared) => Math.log(all / shared) * (mark.startsWith('#') ? TAG_WEIGHT : 1),
      );
      scores.delete(post);
      return fewBest(scores, limit);
    },

    /**
     * The posts whose address has most words in it that begin like those of `slug`, the newest first among equals, then the newest of
     * all, `limit` in all. Plural and singular count as one word.
     */
    similar(view: Listed, slug: string, limit: number): readonly SnapshotPost[] {
      const known = index(view);
      const marked = [...known.keys()];
      const words = tellingWords(slug).flatMap((word) => marked.filter((mark) => mark.startsWith(word)));
      const found = fewBest(
        weighed(known, new Set(words), () => 1),
        limit,
      );
      if (found.length === limit) return found;
      const latest = view.posts.slice(0, limit).filter((post) => !found.includes(post));
      return [...found, ...latest].slice(0, limit);
    },
  };
}

/** Posts by what they are found by, each list in the order of all. */
type Sharing = Map<string, readonly SnapshotPost[]>;

/** Those with which these marks are shared, by how much. */
function weighed(
  sharing: Sharing,
  wanted: Iterable<string>,
  weightOf: (mark: string, shared: number) => number,
): Map<SnapshotPost, number> {
  const lists = [...wanted].flatMap((mark) => {
    const others = sharing.get(mark);
    return others === undefined ? [] : [{ others, weight: weightOf(mark, others.length) }];
  });
  const scores = new Map<SnapshotPost, number>();
  for (const { others, weight } of lists.sort((a, b) => a.others.length - b.others.length))
    for (const other of others.slice(0, MAX_SHARING)) {
      const score = scores.get(other);
      if (score !== undefined || scores.size < MAX_WEIGHED) scores.set(other, (score ?? 0) + weight);
    }
  return scores;
}

type Listed = Pick<PublicView, 'posts'>;

export type RelatedPosts = ReturnType<typeof createRelatedPosts>;

type Scored = readonly [post: SnapshotPost, score: number];

function fewBest(scores: ReadonlyMap<SnapshotPost, number>, limit: number): readonly SnapshotPost[] {
  const best = [...scores].sort(byScoreAndDate).slice(0, limit);
  return best.map(([post]) => post);
}

function byScoreAndDate([a, scoreOfA]: Scored, [b, scoreOfB]: Scored): number {
  // Sums made in another order differ in their last digits.
  return Math.round((scoreOfB - scoreOfA) * 1e6) || newestFirst(a, b);
}

/** By what they are found by, the posts of a list, in its order: what a start costs is made of as little as possible. */
function sharedBy(posts: readonly SnapshotPost[], marks: (post: SnapshotPost) => readonly string[]): Sharing {
  const sharing = new Map<string, SnapshotPost[]>();
  for (const post of posts)
    for (const mark of marks(post)) {
      const others = sharing.get(mark);
      if (others === undefined) sharing.set(mark, [post]);
      // A post may have one mark twice.
      else if (others.at(-1) !== post) others.push(post);
    }
  return sharing;
}

/** What a post is found by: its tags and its category, as `#tag`, each made once, and the words of its address. */
function createMarks() {
  const known = new Map<string, string>();
  function chosen(name: string): string {
    const before = known.get(name);
    if (before !== undefined) return before;
    const mark = `#${slugFromTitle(name)}`;
    known.set(name, mark);
    return mark;
  }
  return {
    of: ({ slug, tags, category }: SnapshotPost): readonly string[] => [
      ...tags.map(chosen),
      chosen(category),
      ...tellingWords(slug),
    ],
    /** Of a post only these. */
    among(wanted: ReadonlySet<string>) {
      // Slugs have no sign that means something else in an expression.
      const words = new RegExp([...wanted].filter((mark) => !mark.startsWith('#')).join('|'));
      return ({ slug, tags, category }: SnapshotPost): readonly string[] => {
        const found: string[] = [];
        const note = (mark: string): void => {
          if (wanted.has(mark)) found.push(mark);
        };
        for (const tag of tags) note(chosen(tag));
        note(chosen(category));
        if (words.test(slug)) for (const word of tellingWords(slug)) note(word);
        return found;
      };
    },
  };
}

/** Its excerpt says what it is about too; others are not looked for by theirs, which would take ten times the room. */
function excerptWords({ excerpt }: SnapshotPost): readonly string[] {
  return tellingWords(slugFromTitle(excerpt));
}

/** Shorter words of a slug say too little: articles, prepositions. */
const MIN_LENGTH = 4;
/** Words of four letters and more that are in many French titles. */
const COMMON = new Set(
  'avec avoir cette comment dans elle entre etre faire leur mais meme nous pour pourquoi quand quel quelle sans sont sous tout toute tous vers votre vous'.split(
    ' ',
  ),
);

/** The words of a slug that say what it is about, in the singular. */
function tellingWords(slug: string): readonly string[] {
  const telling: string[] = [];
  for (const word of slug.toLowerCase().split('-'))
    if (word.length >= MIN_LENGTH && !COMMON.has(word))
      telling.push(word.endsWith('s') || word.endsWith('x') ? word.slice(0, -1) : word);
  return telling;
}
