import type { ReactNode } from 'react';
import type { Cover } from '#content/contract/posts.ts';
import { frenchSpaces } from '#content/model/french-spaces.ts';
import { KEY_POINT_TYPES, type KeyPoint } from '#content/model/key-points.ts';
import type { Heading } from '#content/model/markdown/rendered.ts';
import type { PostMetadata } from '#content/model/post.ts';
import { distinctTopics } from '#content/model/topics.ts';
import type { PostUpdates } from '#content/model/updates/post-updates.ts';
import { LongDate } from './dates.tsx';
import { FRENCH } from './french.ts';
import { Sign } from './icons.tsx';
import { TopicLink } from './links.tsx';
import { Picture, type PicturePlace } from './picture.tsx';
import { UPDATES_ID, Updates } from './updates.tsx';

/** What is shown of a post, wherever it comes from: the server's snapshot or a desktop's draft. */
type ShownPost = Pick<
  PostMetadata,
  'title' | 'subtitle' | 'slug' | 'excerpt' | 'category' | 'tags' | 'published' | 'readTime' | 'isPage'
>;

export interface Article {
  readonly post: ShownPost;
  readonly author: string;
  readonly cover: { readonly image: Cover; readonly alt: string } | null;
  /** Sanitized HTML. */
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly keyPoints: readonly KeyPoint[];
  /** Null when they are not known, or the article is not public. */
  readonly updates: PostUpdates | null;
}

/** The `sizes` of the cover. */
export const COVER_PLACES: readonly PicturePlace[] = [
  { from: 1426, width: 1312, unit: 'px' },
  { width: 92, unit: 'vw' },
];

interface PostViewProps {
  readonly article: Article;
  readonly share: ReactNode;
  readonly authorCard: ReactNode;
}

/** Where the full text is: following it opens the text on small screens, without script. */
const FULL_VIEW = 'lecture_complete';
const SHORT_VIEW = 'version_courte';

/**
 * docs/product.md, Article page. Small screens show a summary until the full text, or anything in it, is the target of
 * the address; the style sheet decides, and both views are here once.
 */
export function PostView({ article, share, authorCard }: PostViewProps): ReactNode {
  if (article.post.isPage === true) return <OwnPage article={article} />;
  const titles = contentsOf(article.headings);
  return (
    <div className="wrap article-page">
      <article className="article" {...changesOf(article)}>
        <ArticleHead article={article} />
        <div className="article-body">
          <ContentsInMargin titles={titles} />
          {share}
          <div className="full-view" id={FULL_VIEW}>
            {hasSummary(article) ? <FullBanner /> : null}
            <ContentsFolded titles={titles} />
            <div className="prose" dangerouslySetInnerHTML={{ __html: article.html }} />
            <Updates updates={article.updates?.updates ?? []} />
          </div>
        </div>
      </article>
      {authorCard}
    </div>
  );
}

interface OwnPageProps {
  readonly article: Pick<Article, 'cover' | 'html'> & { readonly post: Titled };
}

/** A page of the owner's, a legal one too: its text alone, without the date, topics, author and networks of an article. */
export function OwnPage({ article: { post, cover, html } }: OwnPageProps): ReactNode {
  return (
    <article className="wrap legal">
      <header className="page-head">
        <Title post={post} />
      </header>
      {cover === null ? null : <CoverFigure cover={cover} />}
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  );
}

function CoverFigure({
  cover: { image, alt },
}: {
  readonly cover: NonNullable<Article['cover']>;
}): ReactNode {
  return (
    <figure className="cover">
      <Picture image={image} alt={alt} places={COVER_PLACES} loading="first" />
    </figure>
  );
}

/** A text that nothing sums up is shown at once, on small screens too. */
function hasSummary({ post, keyPoints }: Article): boolean {
  return post.excerpt !== '' || keyPoints.length > 0;
}

function FullBanner(): ReactNode {
  return (
    <p className="full-banner">
      <span>{FRENCH.fullVersion}</span>
      <a className="button button-small" href={`#${SHORT_VIEW}`}>
        {FRENCH.shortVersion}
      </a>
    </p>
  );
}

/** What the browser needs to mark what changed since its reader's last visit (site/islands/seen-passages.ts). */
function changesOf({ updates }: Article): Readonly<Record<string, string | number | undefined>> {
  if (updates === null) return {};
  const { passages, changedAt } = updates;
  const version = { 'data-version': updates.updates[0]?.at ?? '' };
  if (changedAt.length === 0) return version;
  return { ...version, 'data-passages': passages, 'data-changes': JSON.stringify(changedAt) };
}

function ArticleHead({ article }: { readonly article: Article }): ReactNode {
  const { post, cover } = article;
  return (
    <header className="article-head" id={SHORT_VIEW}>
      <a className="more more-back" href="/blog">
        <Sign name="back" />
        {FRENCH.backToBlog}
      </a>
      <p className="article-badges">
        <TopicLink kind="category" name={post.category} className="badge badge-gold" />
        {distinctTopics(post.tags).map((tag) => (
          <TopicLink key={tag} kind="tag" name={tag} className="badge" />
        ))}
      </p>
      <Title post={post} />
      <p className="byline">
        <span>
          {FRENCH.by} <strong>{article.author}</strong>
        </span>
        <Dates article={article} />
        <span>{post.readTime}</span>
      </p>
      {cover === null ? null : <CoverFigure cover={cover} />}
      {hasSummary(article) ? <Summary article={article} /> : null}
    </header>
  );
}

type Titled = Pick<ShownPost, 'title' | 'subtitle'>;

function Title({ post: { title, subtitle } }: { readonly post: Titled }): ReactNode {
  const heading = <h1>{frenchSpaces(title)}</h1>;
  if (subtitle === null || subtitle.trim() === '') return heading;
  return (
    <hgroup>
      {heading}
      <p className="subtitle">{frenchSpaces(subtitle)}</p>
    </hgroup>
  );
}

/** When it was published, and when something in it last really changed. */
function Dates({ article: { post, updates } }: { readonly article: Article }): ReactNode {
  const updated = updates?.updates[0]?.at ?? null;
  return (
    <>
      {post.published === null ? null : (
        <span>
          {FRENCH.publishedOn} <LongDate instant={post.published} />
        </span>
      )}
      {updated === null ? null : (
        <a href={`#${UPDATES_ID}`}>
          {FRENCH.updatedOn} <LongDate instant={updated} />
        </a>
      )}
    </>
  );
}

/** On wide screens only its excerpt shows, as the article's standfirst. */
function Summary({ article }: { readonly article: Article }): ReactNode {
  return (
    <div className="summary">
      <h2 className="summary-only">{FRENCH.mobileVersion}</h2>
      {article.post.excerpt === '' ? null : (
        <p className="standfirst">{frenchSpaces(article.post.excerpt)}</p>
      )}
      <div className="summary-only">
        <KeyPoints points={article.keyPoints} />
        <p className="read-whole">
          <a className="button button-gold" href={`#${FULL_VIEW}`}>
            {FRENCH.readWhole}
          </a>
          <span>{FRENCH.readWholeCaption}</span>
        </p>
      </div>
    </div>
  );
}

/** « Points clés » of the mobile summary (docs/product.md, Summary on a phone). */
function KeyPoints({ points }: { readonly points: readonly KeyPoint[] }): ReactNode {
  if (points.length === 0) return null;
  return (
    <section className="key-points" aria-labelledby="points_cles">
      <h3 id="points_cles">{FRENCH.keyPoints}</h3>
      <ul role="list">
        {points.map((point) => (
          <li key={point.text} className={`key-point key-point-${point.type}`}>
            <KeyPointIcon type={point.type} />
            <p>
              <strong>{KEY_POINT_TYPES[point.type].label}</strong>
              <span className="unseen">&nbsp;: </span>
              <span>{point.text}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const DRAWINGS: Readonly<Record<KeyPoint['type'], string>> = {
  conseil:
    'M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2v.1h5v-.1c0-.8.4-1.5 1-2A6 6 0 0 0 12 3',
  chiffre: 'M5 20v-7M12 20V4M19 20v-11',
  action: 'M13 3L5.5 13.5H12L11 21l7.5-10.5H12z',
  lecon:
    'M12 6.5C10 5 7 4.5 3.5 4.5v13.5c3.5 0 6.5.5 8.5 2 2-1.5 5-2 8.5-2V4.5C17 4.5 14 5 12 6.5zM12 6.5V20',
  erreur: 'M12 4L2.8 19.5h18.4zM12 10v4.5M12 17h.01',
  resultat: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M8 12.3l2.7 2.7L16 9.5',
};

/** The sign of a kind of key point; the kind is written beside it. */
function KeyPointIcon({ type }: { readonly type: KeyPoint['type'] }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path d={DRAWINGS[type]} />
    </svg>
  );
}

/** A text with fewer titles is seen at a glance. */
const MIN_TITLES = 3;

/** The titles a table of contents shows: two levels, none when they are few. */
function contentsOf(headings: readonly Heading[]): readonly Heading[] {
  const shown = headings.filter(({ level }) => level <= 3);
  return shown.length < MIN_TITLES ? [] : shown;
}

interface ContentsProps {
  readonly titles: readonly Heading[];
}

/** Beside the text on wide screens; the base script marks where the reader is (site/islands/start.ts). */
function ContentsInMargin({ titles }: ContentsProps): ReactNode {
  if (titles.length === 0) return null;
  return (
    <nav className="contents contents-margin" aria-labelledby="sommaire_titre" data-contents>
      <p id="sommaire_titre" className="contents-title">
        {FRENCH.contents}
      </p>
      <Titles titles={titles} />
    </nav>
  );
}

/** Before the text on others, folded. */
function ContentsFolded({ titles }: ContentsProps): ReactNode {
  if (titles.length === 0) return null;
  return (
    <nav className="contents contents-folded" aria-label={FRENCH.contents}>
      <details>
        <summary>{FRENCH.contents}</summary>
        <Titles titles={titles} />
      </details>
    </nav>
  );
}

function Titles({ titles }: ContentsProps): ReactNode {
  return (
    <ol role="list">
      {titles.map(({ id, text, level }) => (
        <li key={id} className={level === 3 ? 'contents-inner' : undefined}>
          <a href={`#${id}`}>{frenchSpaces(text)}</a>
        </li>
      ))}
    </ol>
  );
}
