import { type ReactNode, useId } from 'react';
import type { Site } from '#content/model/site.ts';
import { CardIcon } from './icons.tsx';

interface CardSectionProps {
  readonly section: Site['home']['audience'];
  /** How its cards are composed: rows beside the title, a raised band, or numbered columns. */
  readonly look: 'rows' | 'band' | 'numbers';
}

/** A section of the home page: a title and its cards (docs/product.md, Home). */
export function CardSection({ section, look }: CardSectionProps): ReactNode {
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
