import type { ReactNode } from 'react';
import type { Cover } from '#content/contract/posts.ts';
import { FRENCH } from './french.ts';
import { ExternalLink } from './links.tsx';
import { Picture } from './picture.tsx';

export interface Author {
  readonly name: string;
  readonly role: string;
  readonly about: string;
  readonly portrait: Cover | null;
  readonly contact: string;
}

const TELEGRAM = /^https:\/\/(?:t|telegram)\.me\//i;
const PLACES = [{ width: 132, unit: 'px', shape: 1 }] as const;

/** « À propos de l'auteur » (docs/product.md, Article page). */
export function AuthorCard({ author }: { readonly author: Author }): ReactNode {
  return (
    <aside className="author-card" aria-labelledby="auteur_titre">
      {author.portrait === null ? null : (
        <Picture image={author.portrait} alt="" places={PLACES} loading="lazy" />
      )}
      <div>
        <h2 id="auteur_titre">{FRENCH.aboutAuthor}</h2>
        <p className="author-name">
          <strong>{author.name}</strong> <span>{author.role}</span>
        </p>
        <p>{author.about}</p>
        <ExternalLink className="button" href={author.contact}>
          {TELEGRAM.test(author.contact) ? FRENCH.contactTelegram : FRENCH.contactAuthor}
        </ExternalLink>
      </div>
    </aside>
  );
}
