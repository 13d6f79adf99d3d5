import { Fragment, type ReactNode, useId } from 'react';
import type { Cover, PostSummary } from '#content/contract/posts.ts';
import { FULL } from '#content/model/capacity.ts';
import type { Site } from '#content/model/site.ts';
import { FRENCH } from './french.ts';
import { CardIcon } from './icons.tsx';
import { ExternalLink } from './links.tsx';
import { Picture, type PicturePlace } from './picture.tsx';
import { initial, LeadingPosts } from './post-card.tsx';

interface Home {
  readonly texts: Site['home'];
  readonly contact: string;
  /** The running quarter: always shown as full (docs/product.md, The owner and the offer). */
  readonly quarter: string;
  readonly owner: { readonly name: string; readonly role: string };
  readonly portrait: { readonly image: Cover; readonly alt: string } | null;
  readonly testimonial: { readonly quote: string; readonly author: string | null } | null;
  readonly latest: readonly PostSummary[];
}

/** The `sizes` of the portrait. */
export const PORTRAIT_PLACES: readonly PicturePlace[] = [
  { from: 1340, width: 416, unit: 'px', shape: 4 / 5 },
  { from: 768, width: 31.2, unit: 'vw', shape: 4 / 5 },
  { width: 320, unit: 'px', shape: 4 / 5 },
];

interface HomeViewProps {
  readonly home: Home;
  readonly share: ReactNode;
}

/** docs/product.md, Home. */
export function HomeView({ home, share }: HomeViewProps): ReactNode {
  const { texts } = home;
  return (
    <>
      <Hero home={home} />
      <CardSection section={texts.audience} look="rows" />
      <CardSection section={texts.approach} look="band" />
      <CardSection section={texts.outcomes} look="numbers" />
      {home.testimonial === null ? null : <Testimonial {...home.testimonial} />}
      <section className="wrap share-strip" aria-labelledby="partager_titre">
        <div>
          <h2 id="partager_titre">{texts.share.title}</h2>
          {texts.share.text === '' ? null : <p>{texts.share.text}</p>}
        </div>
        {share}
      </section>
      <Latest title={texts.latestTitle} posts={home.latest} />
    </>
  );
}

function Hero({ home }: { readonly home: Home }): ReactNode {
  const { hero } = home.texts;
  return (
    <section className="wrap hero" aria-labelledby="accroche_titre">
      <div className="hero-text">
        <p className="badge badge-gold">{hero.badge}</p>
        <h1 id="accroche_titre">{phrases(hero.headline)}</h1>
        <p className="hero-lead">{hero.lead}</p>
        <div className="hero-actions">
          <ExternalLink className="button button-gold" href={home.contact}>
            {hero.contactLabel}
          </ExternalLink>
          <p className="quarter">
            <span data-capacity="currentMonth">{home.quarter}</span>
            <strong>{FULL}</strong>
          </p>
        </div>
      </div>
      <figure className="portrait">
        {home.portrait === null ? (
          <span className="portrait-initial" aria-hidden="true">
            {initial(home.owner.name)}
          </span>
        ) : (
          <Picture
            image={home.portrait.image}
            alt={home.portrait.alt}
            places={PORTRAIT_PLACES}
            loading="first"
          />
        )}
        <figcaption>
          <strong>{home.owner.name}</strong>
          <span>{home.owner.role}</span>
        </figcaption>
      </figure>
    </section>
  );
}

/** A headline whose lines break between its phrases, where they can; its text stays as it is. */
function phrases(headline: string): ReactNode {
  const parts = headline.split(/(?<=[,;:.])\s+/);
  if (parts.length === 1) return headline;
  return parts.map((part, index) => (
    <Fragment key={part}>
      {index === 0 ? null : ' '}
      <span className="phrase">{part}</span>
    </Fragment>
  ));
}

function Testimonial({
  quote,
  author,
}: {
  readonly quote: string;
  readonly author: string | null;
}): ReactNode {
  return (
    <section className="wrap testimonial" aria-label={FRENCH.testimonial}>
      <figure>
        <blockquote>
          <p>{quote}</p>
        </blockquote>
        {author === null ? null : <figcaption>{author}</figcaption>}
      </figure>
    </section>
  );
}

function Latest({
  title,
  posts,
}: {
  readonly title: string;
  readonly posts: readonly PostSummary[];
}): ReactNode {
  return (
    <section className="wrap latest" aria-labelledby="derniers_titre">
      <div className="latest-head">
        <h2 id="derniers_titre">{title}</h2>
        <a className="button" href="/blog">
          {FRENCH.latestAll}
        </a>
      </div>
      {posts.length === 0 ? <p className="empty">{FRENCH.noPosts}</p> : <LeadingPosts posts={posts} />}
    </section>
  );
}

interface CardSectionProps {
  readonly section: Site['home']['audience'];
  /** How its cards are composed: rows beside the title, a raised band, or numbered columns. */
  readonly look: 'rows' | 'band' | 'numbers';
}

/** A section of the home page: a title and its cards (docs/product.md, Home). */
function CardSection({ section, look }: CardSectionProps): ReactNode {
  const titleId = useId();
  return (
    <section className={`card-section card-section-${look}`} aria-labelledby={titleId}>
      <div className="wrap">
        <div className="card-section-head">
          <h2 id={titleId}>{section.title}</h2>
          {section.intro === '' ? null : <p>{section.intro}</p>}
        </div>
        <ul className="cards" role="list">
          {section.cards.map((card) => (
            <li key={card.title} className="card">
              <CardIcon name={card.icon} />
              <h3>{card.title}</h3>
              <p>{card.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
