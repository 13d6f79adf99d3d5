import type { ReactNode } from 'react';
import { KEY_POINT_TYPES, type KeyPoint } from '#content/model/key-points.ts';
import { FRENCH } from './french.ts';
import { KeyPointIcon } from './key-point-icon.tsx';

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
