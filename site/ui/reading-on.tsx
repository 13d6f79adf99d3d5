import type { ReactNode } from 'react';
import type { PostSummary } from '#content/contract/posts.ts';
import { frenchSpaces } from '#content/model/french-spaces.ts';
import { FRENCH } from './french.ts';
import { PostCard } from './post-card.tsx';

interface NamedPost {
  readonly slug: string;
  readonly title: string;
}

/** Where a reader may go on to from an article. */
export interface ReadingOnProps {
  readonly newer: NamedPost | null;
  readonly older: NamedPost | null;
  /** Those close to it. */
  readonly related: readonly PostSummary[];
}

/** The articles before and after in time, and those close to this one. */
export function ReadingOn({ newer, older, related }: ReadingOnProps): ReactNode {
  return (
    <div className="wrap reading-on">
      {newer === null && older === null ? null : (
        <nav className="neighbours" aria-label={FRENCH.neighbours}>
          <Neighbour post={older} label={FRENCH.olderPost} rel="prev" />
          <Neighbour post={newer} label={FRENCH.newerPost} rel="next" />
        </nav>
      )}
      {related.length === 0 ? null : (
        <section aria-labelledby="a_lire_ensuite">
          <h2 id="a_lire_ensuite">{FRENCH.readNext}</h2>
          <div className="post-grid">
            <ul className="post-list" role="list">
              {related.map((post) => (
                <li key={post.id}>
                  <PostCard post={post} shape="column" heading="h3" loading="lazy" />
                </li>
              ))}
            </ul>
          </div>
        </section>
      )}
    </div>
  );
}

interface NeighbourProps {
  readonly post: NamedPost | null;
  readonly label: string;
  readonly rel: 'prev' | 'next';
}

function Neighbour({ post, label, rel }: NeighbourProps): ReactNode {
  if (post === null) return null;
  return (
    <a className={`neighbour neighbour-${rel}`} rel={rel} href={`/blog/${post.slug}`}>
      <span>{label}</span>
      <strong>{frenchSpaces(post.title)}</strong>
    </a>
  );
}
