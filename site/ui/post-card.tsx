import type { ReactNode } from 'react';
import type { PostSummary } from '#content/contract/posts.ts';
import { frenchSpaces } from '#content/model/french-spaces.ts';
import { distinctTopics } from '#content/model/topics.ts';
import { PublishedDate } from './dates.tsx';
import { FEATURED_SLUG, FRENCH } from './french.ts';
import { Sign } from './icons.tsx';
import { TopicLink } from './links.tsx';
import { Picture, type PictureLoading, type PicturePlace } from './picture.tsx';

/** docs/product.md, Blog list. */
const MAX_CARD_TAGS = 3;

/** `lead` is the wide one at the head of a list, `wide` takes two columns, `row` has its picture beside the text. */
export type CardShape = 'lead' | 'wide' | 'row' | 'column';

interface PostCardProps {
  readonly post: PostSummary;
  readonly shape: CardShape;
  /** The level of its title in the page. */
  readonly heading: 'h2' | 'h3';
  /** The first pictures of a page are not loaded lazily. */
  readonly loading: PictureLoading;
}

const CARD = 16 / 9;

/** Where a card's picture is: see post-card.css and blog.css. */
export const CARD_PLACES: Readonly<Record<CardShape, readonly PicturePlace[]>> = {
  lead: [
    { from: 1426, width: 729, unit: 'px', shape: CARD },
    { from: 768, width: 51.5, unit: 'vw', shape: CARD },
    { width: 92, unit: 'vw', shape: CARD },
  ],
  // As high as its neighbour or its text, 26rem or 34rem at most, and cut at the sides.
  wide: [
    { from: 1426, width: 472, unit: 'px', shape: 472 / 544 },
    { from: 1080, width: 34, unit: 'vw', shape: 360 / 544 },
    { from: 768, width: 44, unit: 'vw', shape: CARD },
    { width: 92, unit: 'vw', shape: CARD },
  ],
  row: [
    { from: 1080, width: 268, unit: 'px', shape: 268 / 416 },
    { from: 768, width: 44, unit: 'vw', shape: CARD },
    { width: 92, unit: 'vw', shape: CARD },
  ],
  column: [
    { from: 1426, width: 404, unit: 'px', shape: CARD },
    { from: 1080, width: 28.5, unit: 'vw', shape: CARD },
    { from: 768, width: 44, unit: 'vw', shape: CARD },
    { width: 92, unit: 'vw', shape: CARD },
  ],
};

/** A post in a list (docs/product.md, Blog list). The whole card leads to the post, but for its category and tags. */
export function PostCard({ post, shape, heading: Heading, loading }: PostCardProps): ReactNode {
  return (
    <article className={`post-card post-card-${shape}`}>
      <CardPicture post={post} places={CARD_PLACES[shape]} loading={loading} />
      <div className="post-card-text">
        <p className="post-card-meta">
          {post.slug === FEATURED_SLUG ? <span className="badge badge-gold">{FRENCH.featured}</span> : null}
          <TopicLink kind="category" name={post.category} className="badge" />
          <span>{post.readTime}</span>
        </p>
        <Heading className="post-card-title">{frenchSpaces(post.title)}</Heading>
        {post.excerpt === '' ? null : <p className="post-card-excerpt">{frenchSpaces(post.excerpt)}</p>}
        {post.tags.length === 0 ? null : (
          <ul className="tags" aria-label={FRENCH.tags}>
            {distinctTopics(post.tags)
              .slice(0, MAX_CARD_TAGS)
              .map((tag) => (
                <li key={tag}>
                  <TopicLink kind="tag" name={tag} />
                </li>
              ))}
          </ul>
        )}
        <p className="post-card-foot">
          <PublishedDate instant={post.published} />
          <a className="more" href={`/blog/${post.slug}`}>
            {FRENCH.readPost}
            <span className="unseen">&nbsp;: {post.title}</span>
            <Sign name="arrow" />
          </a>
        </p>
      </div>
    </article>
  );
}

/** A few posts below a title, of which the first leads. */
export function LeadingPosts({ posts }: { readonly posts: readonly PostSummary[] }): ReactNode {
  return (
    <ul className="latest-list" role="list">
      {posts.map((post, index) => (
        <li key={post.id}>
          <PostCard post={post} shape={index === 0 ? 'lead' : 'row'} heading="h3" loading="lazy" />
        </li>
      ))}
    </ul>
  );
}

interface CardPictureProps {
  readonly post: PostSummary;
  readonly places: readonly PicturePlace[];
  readonly loading: PictureLoading;
}

/** The title says what the card is about: the cover beside it has nothing to add for those who do not see it. */
function CardPicture({ post, places, loading }: CardPictureProps): ReactNode {
  if (post.cover === null) {
    return (
      <div className="post-card-picture post-card-initial" aria-hidden="true">
        {initial(post.title)}
      </div>
    );
  }
  return (
    <div className="post-card-picture">
      <Picture image={post.cover} alt="" places={places} loading={loading} />
    </div>
  );
}

/** The first character of a name, shown where there is no picture. */
export function initial(text: string): string {
  return /^\P{M}\p{M}*/u.exec(text)?.[0] ?? '';
}
