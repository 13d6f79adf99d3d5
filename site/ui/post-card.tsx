import type { ReactNode } from 'react';
import type { PostSummary } from '#content/contract/posts.ts';
import { frenchSpaces } from '#content/model/french-spaces.ts';
import { FEATURED_SLUG, FRENCH } from './french.ts';
import { Sign } from './icons.tsx';
import { initial } from './initial.ts';
import { Picture, type PictureLoading } from './picture.tsx';
import { PublishedDate } from './published-date.tsx';
import { TopicLink } from './topic-link.tsx';

/** SPEC.md §9. */
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

/** The `sizes` of a card's picture. */
export const CARD_SIZES: Readonly<Record<CardShape, string>> = {
  lead: '(min-width: 1240px) 660px, (min-width: 768px) 55vw, 92vw',
  // As high as its neighbour and cut at the sides: wider than the place it has.
  wide: '(min-width: 1080px) 800px, (min-width: 768px) 45vw, 92vw',
  row: '(min-width: 1240px) 250px, (min-width: 768px) 45vw, 92vw',
  column: '(min-width: 1240px) 370px, (min-width: 768px) 45vw, 92vw',
};

/** A post in a list (SPEC.md §2, Blog list). The whole card leads to the post, but for its category and tags. */
export function PostCard({ post, shape, heading: Heading, loading }: PostCardProps): ReactNode {
  return (
    <article className={`post-card post-card-${shape}`}>
      <CardPicture post={post} sizes={CARD_SIZES[shape]} loading={loading} />
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
            {post.tags.slice(0, MAX_CARD_TAGS).map((tag) => (
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
            <span className="unseen"> : {post.title}</span>
            <Sign name="arrow" />
          </a>
        </p>
      </div>
    </article>
  );
}

interface CardPictureProps {
  readonly post: PostSummary;
  readonly sizes: string;
  readonly loading: PictureLoading;
}

/** The title says what the card is about: the cover beside it has nothing to add for those who do not see it. */
function CardPicture({ post, sizes, loading }: CardPictureProps): ReactNode {
  if (post.cover === null) {
    return (
      <div className="post-card-picture post-card-initial" aria-hidden="true">
        {initial(post.title)}
      </div>
    );
  }
  return (
    <div className="post-card-picture">
      <Picture image={post.cover} alt="" sizes={sizes} loading={loading} />
    </div>
  );
}
