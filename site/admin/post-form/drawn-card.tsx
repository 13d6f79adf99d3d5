import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { frenchSpaces } from '#content/model/french-spaces.ts';
import { CARD_SIZE, CARD_TITLE } from '#content/model/social-card.ts';
import { useApiQuery } from '../api/use-api.ts';
import { useDebounced } from '../use-debounced.ts';
import { useImageSource } from './use-image-source.ts';
import './drawn-card.css';

interface DrawnCardProps {
  readonly title: string;
  readonly category: string;
}

/** The picture that the site draws for an article that has none, in the same places and sizes (server/social-image). */
export function DrawnCard({ title, category }: DrawnCardProps): ReactNode {
  const brand = useApiQuery('getSite', {}).data?.site.brand;
  const logo = useImageSource(brand?.logo ?? '', 240);
  const shown = frenchSpaces(useDebounced(title));
  const line = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (line.current !== null && shown !== '') fit(line.current);
  }, [shown]);
  return (
    <div className="drawn-card">
      <span className="drawn-card-rings" />
      <p className="drawn-card-category">{frenchSpaces(category)}</p>
      <p className="drawn-card-title" ref={line}>
        {shown}
      </p>
      <p className="drawn-card-brand">
        {logo === null ? <span className="drawn-card-rule" /> : <img src={logo} alt="" />}
        {frenchSpaces(brand?.name ?? '')}
      </p>
    </div>
  );
}

/** Gives a title the largest size that fits, as draw-card.ts does. */
function fit(line: HTMLElement): void {
  const { sizes, lineHeight, maxLines, maxHeight, width } = CARD_TITLE;
  for (const size of sizes) {
    line.style.fontSize = `${(size / CARD_SIZE.width) * 100}cqw`;
    const height = (line.scrollHeight * width) / line.clientWidth;
    if (height <= maxHeight && Math.round(height / (size * lineHeight)) <= maxLines) return;
  }
}
