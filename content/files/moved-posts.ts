import { similarity, wordsIn } from '../model/difference/pairs-alike.ts';
import { groupedBy } from '../model/grouped.ts';
import type { SnapshotPost } from '../model/post.ts';
import type { ListDifference } from '../model/post-lists.ts';
import { bodyOf } from './front-matter-split.ts';
import { parsePostFile, uuidOfPath } from './post-file.ts';

type Moving = Pick<SnapshotPost, 'id' | 'path' | 'revision' | 'title'>;

/** The file of a post, as it is compared with others: `revision` is what it says, but for its own id. */
export interface MovingFile extends Moving {
  readonly words: () => ReadonlySet<string>;
}

/** The file of a post, to be compared; one that cannot be read is known by its path, and alike by its bytes alone. */
export function movingFile(path: string, bytes: Uint8Array): MovingFile {
  const parsed = parsePostFile({ path, bytes });
  const id = parsed.kind === 'post' ? parsed.post.id : uuidOfPath(path);
  const revision = Buffer.from(bytes).toString('latin1').replace(id, '');
  const title = parsed.kind === 'post' ? parsed.post.title : revision;
  return { id, path, title, revision, words: () => wordsIn(`${title} ${bodyOf(bytes)}`) };
}

/**
 * Where posts went whose files state no id, so that another path made another post of each: by the id that each had, the one it
 * has now. It is the one new post with the same bytes, or else with the same title.
 */
export function movedWithoutId(files: ListDifference<Moving>): ReadonlyMap<string, string> {
  const { gone, added } = unnamed(files);
  if (gone.length === 0) return new Map();
  const byBytes = new Map(pairs(gone, added, ({ revision }) => revision));
  const rest = unpaired({ gone, added }, byBytes);
  return new Map([...byBytes, ...pairs(rest.gone, rest.added, ({ title }) => title)]);
}

/** The same, or else to the one new post whose text is much like it, where neither is like any other at all. */
export function movedOrAlike(files: ListDifference<MovingFile>): ReadonlyMap<string, string> {
  const sure = movedWithoutId(files);
  return new Map([...sure, ...alike(unpaired(unnamed(files), sure))]);
}

/** Those that no id tells apart from new ones, and the new ones. */
function unnamed<Post extends Moving>({ gone, added }: ListDifference<Post>): ListDifference<Post> {
  const [before, after] = [new Set(gone.map(({ id }) => id)), new Set(added.map(({ id }) => id))];
  return {
    gone: gone.filter(({ id, path }) => !after.has(id) && id === uuidOfPath(path)),
    added: added.filter(({ id }) => !before.has(id)),
  };
}

/** Those that went nowhere yet, and those that nothing became yet. */
function unpaired<Post extends Pick<SnapshotPost, 'id'>>(
  { gone, added }: ListDifference<Post>,
  moved: ReadonlyMap<string, string>,
): ListDifference<Post> {
  const arrived = new Set(moved.values());
  return { gone: gone.filter(({ id }) => !moved.has(id)), added: added.filter(({ id }) => !arrived.has(id)) };
}

/** The ids of those that have something in common that none of the others has. */
function pairs(
  lost: readonly Moving[],
  fresh: readonly Moving[],
  keyOf: (post: Moving) => string,
): readonly (readonly [from: string, to: string])[] {
  const [from, to] = [groupedBy(lost, keyOf), groupedBy(fresh, keyOf)];
  return [...from].flatMap(([key, [old, ...others]]) => {
    const [now, ...rivals] = to.get(key) ?? [];
    const isSure = others.length + rivals.length === 0;
    return old === undefined || now === undefined || !isSure ? [] : [[old.id, now.id] as const];
  });
}

/** Of the words of both texts, at least this part is in both. */
const ALIKE = 0.8;
/** What has as much in common could be the same, too. */
const DOUBTFUL = 0.5;
/** A text of fewer words has no likeness. */
const FEWEST_WORDS = 12;
/** No more pairs than this are compared. */
const MOST_PAIRS = 2500;

/** The posts whose texts are much alike, each with no other that it is like at all. */
function alike({
  gone,
  added,
}: ListDifference<MovingFile>): readonly (readonly [from: string, to: string])[] {
  const texts = [gone, added].map((posts) =>
    posts.map(({ id, words }) => ({ id, words: words() })).filter(({ words }) => words.size >= FEWEST_WORDS),
  );
  const [old = [], young = []] = texts;
  if (old.length * young.length > MOST_PAIRS) return [];
  const pairs = old.flatMap((from) =>
    young.map((to) => ({ from: from.id, to: to.id, likeness: similarity(from.words, to.words) })),
  );
  const like = pairs.filter(({ likeness }) => likeness >= DOUBTFUL);
  const isOnlyOne = (pair: (typeof like)[number]) =>
    like.filter(({ from, to }) => from === pair.from || to === pair.to).length === 1;
  return like.filter((pair) => pair.likeness >= ALIKE && isOnlyOne(pair)).map(({ from, to }) => [from, to]);
}
