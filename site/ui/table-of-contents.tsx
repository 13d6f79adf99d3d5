import type { ReactNode } from 'react';
import { frenchSpaces } from '#content/model/french-spaces.ts';
import type { Heading } from '#content/model/markdown/rendered.ts';
import { FRENCH } from './french.ts';

/** A text with fewer titles is seen at a glance. */
const MIN_TITLES = 3;

/** The titles a table of contents shows: two levels, none when they are few. */
export function contentsOf(headings: readonly Heading[]): readonly Heading[] {
  const shown = headings.filter(({ level }) => level <= 3);
  return shown.length < MIN_TITLES ? [] : shown;
}

interface ContentsProps {
  readonly titles: readonly Heading[];
}

/** Beside the text on wide screens; the base script marks where the reader is (site/islands/follow-titles.ts). */
export function ContentsInMargin({ titles }: ContentsProps): ReactNode {
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
export function ContentsFolded({ titles }: ContentsProps): ReactNode {
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
