import type { SnapshotPost } from './post.ts';
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

/** The address of a topic's page; null for a name without a letter or digit, which makes none. */
export function topicAddress(kind: TopicKind, name: string): string | null {
  const slug = slugFromTitle(name);
  return slug === '' ? null : `/blog/${TOPIC_FOLDERS[kind]}/${slug}`;
}

/** The addresses of the topics that a post has. */
export function topicAddresses({
  tags,
  category,
}: Pick<SnapshotPost, 'tags' | 'category'>): readonly string[] {
  const addresses = [topicAddress('category', category), ...tags.map((tag) => topicAddress('tag', tag))];
  return addresses.filter((address) => address !== null);
}

/** What stands between /blog and the slug. */
export const TOPIC_FOLDERS: Readonly<Record<TopicKind, string>> = { tag: 'tag', category: 'categorie' };

/** The topics of posts, newest first, of one kind. */
export function topicsOf(kind: TopicKind, posts: readonly SnapshotPost[]): Topics {
  const topics = new Map<
    string,
    { readonly kind: TopicKind; slug: string; name: string; posts: SnapshotPost[] }
  >();
  const slugs = new Map<string, string>();
  for (const post of posts) {
    for (const name of kind === 'tag' ? post.tags : [post.category]) {
      const slug = slugs.get(name) ?? slugFromTitle(name);
      slugs.set(name, slug);
      const topic = topics.get(slug);
      if (topic === undefined) topics.set(slug, { kind, slug, name, posts: [post] });
      // Two of its tags may make one address.
      else if (topic.posts.at(-1) !== post) topic.posts.push(post);
    }
  }
  topics.delete('');
  return topics;
}

/** Their names, those with most posts first. */
export function topicNamesIn(topics: Topics): readonly string[] {
  return [...topics.values()].sort((a, b) => b.posts.length - a.posts.length).map(({ name }) => name);
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
