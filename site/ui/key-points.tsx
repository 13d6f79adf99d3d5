import type { ReactNode } from 'react';
import { KEY_POINT_TYPES, type KeyPoint } from '#content/model/key-points.ts';
import { FRENCH } from './french.ts';

/** « Points clés » of the mobile summary (docs/product.md, Summary on a phone). */
export function KeyPoints({ points }: { readonly points: readonly KeyPoint[] }): ReactNode {
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
              <span className="unseen"> : </span>
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
