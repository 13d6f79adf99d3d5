import { frenchOrder } from './french-order.ts';
import type { SnapshotPost } from './post.ts';
import { differencesBy, type ListDifference, listAfter, newestFirst } from './post-lists.ts';
import { slugFromTitle } from './slug.ts';

/** What posts are ordered by: each has one category, and any number of tags. */
export type TopicKind = 'tag' | 'category';

/** A tag or a category of public posts. Names that make one address are one topic. */
interface Topic {
  readonly kind: TopicKind;
  readonly slug: string;
  /** As the newest of its posts writes it. */
  readonly name: string;
  /** Newest first. */
  readonly posts: readonly SnapshotPost[];
}

/** The topics of one kind, by slug. */
export type Topics = ReadonlyMap<string, Topic>;

/** Equal for names that are one topic: those that make one address, whatever their capitals and accents. */
export function topicKey(name: string): string {
  return slugFromTitle(name) || name.toLocaleLowerCase('fr');
}

/** Names that readers are shown, each once, as it is first written: a file may name one twice. « C++ » and « C# » are two, on one page. */
export function distinctTopics(names: readonly string[]): readonly string[] {
  const first = new Map<string, string>();
  for (const name of names) {
    const signs = name.replace(/[\p{L}\p{M}\p{N}\s'’-]/gu, '');
    const key = `${topicKey(name)} ${signs}`;
    if (!first.has(key)) first.set(key, name);
  }
  return [...first.values()];
}

/** The address of a topic's page; null for a name without a letter or digit, which makes none. */
export function topicAddress(kind: TopicKind, name: string): string | null {
  const slug = slugFromTitle(name);
  return slug === '' ? null : `/blog/${TOPIC_FOLDERS[kind]}/${slug}`;
}

/** The addresses of the topics that a post has: a page has none, whatever its file says. */
export function topicAddresses(post: Pick<SnapshotPost, 'tags' | 'category' | 'isPage'>): readonly string[] {
  const { tags, category, isPage } = post;
  if (isPage === true) return [];
  const addresses = [topicAddress('category', category), ...tags.map((tag) => topicAddress('tag', tag))];
  return addresses.filter((address) => address !== null);
}

export const TOPIC_KINDS: readonly TopicKind[] = ['tag', 'category'];
/** What stands between /blog and the slug. */
export const TOPIC_FOLDERS: Readonly<Record<TopicKind, string>> = { tag: 'tag', category: 'categorie' };

/** The topics of one kind after a difference between two lists of posts: those that differ are all that is made anew. */
export function topicsAfter(
  kind: TopicKind,
  topics: Topics,
  difference: ListDifference<SnapshotPost>,
): Topics {
  const slugs = new Map<string, string>();
  const slugOf = (name: string): string => {
    const slug = slugs.get(name) ?? slugFromTitle(name);
    slugs.set(name, slug);
    return slug;
  };
  const names = (post: SnapshotPost): readonly string[] => namesOf(kind, post);
  const after = new Map(topics);
  // Two tags of a post may make one address.
  for (const [slug, change] of differencesBy(difference, (post) => names(post).map(slugOf))) {
    if (slug === '') continue;
    const posts = listAfter(topics.get(slug)?.posts ?? [], change, newestFirst);
    const [newest] = posts;
    if (newest === undefined) after.delete(slug);
    else
      after.set(slug, {
        kind,
        slug,
        posts,
        name: names(newest).find((name) => slugOf(name) === slug) ?? slug,
      });
  }
  return after;
}

function namesOf(kind: TopicKind, { isPage, tags, category }: SnapshotPost): readonly string[] {
  if (isPage === true) return [];
  return kind === 'tag' ? tags : [category];
}

/** In an order that is the same whatever came before. */
export function topicsInOrder(topics: Topics): readonly Topic[] {
  return [...topics.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1));
}

/** Their names, those with most posts first, then as people sort them. */
export function topicNamesIn(topics: Topics): readonly string[] {
  return topicsInOrder(topics)
    .toSorted((a, b) => b.posts.length - a.posts.length || frenchOrder(a.name, b.name))
    .map(({ name }) => name);
}

/** A stretch of a topic's list; null when there is no such topic. */
export function topicRange(
  topics: Topics,
  slug: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { readonly name: string; readonly posts: readonly SnapshotPost[]; readonly total: number } | null {
  const topic = topics.get(slug);
  if (topic === undefined) return null;
  return { name: topic.name, posts: topic.posts.slice(offset, offset + limit), total: topic.posts.length };
}
