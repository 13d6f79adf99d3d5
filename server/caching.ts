import type { PublicView } from '#content/model/snapshot.ts';

/** How long a shared cache may keep what is public, in seconds (docs/design.md, Remotes and publishing). */
const SHARED_SECONDS = 1;

/** Cache-Control of a public answer that may change by the clock alone in `holdsFor` milliseconds, never past it. */
export function publicCaching(holdsFor: number): string {
  return holdsFor >= SHARED_SECONDS * 1000 ? `public, max-age=0, s-maxage=${SHARED_SECONDS}` : 'no-cache';
}

/** The same for what is made of a view. */
export function viewCaching(view: PublicView, now: number): string {
  return publicCaching(view.validUntil - now);
}
