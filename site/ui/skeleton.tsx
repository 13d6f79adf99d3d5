import type { ReactNode } from 'react';

/** docs/product.md, Blog list: how many placeholders stand for posts that are being loaded. */
const SKELETONS = 3;

/** The places of posts that are being loaded; those who do not see them are told by a status of the list. */
export function PostSkeletons(): ReactNode {
  return Array.from({ length: SKELETONS }, (_, index) => (
    <li key={index} className="post-card skeleton" aria-hidden="true">
      <div className="post-card-picture" />
      <div className="post-card-text">
        <span className="bone" />
        <span className="bone bone-tall" />
        <span className="bone bone-short" />
      </div>
    </li>
  ));
}
