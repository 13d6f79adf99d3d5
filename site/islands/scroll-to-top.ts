/** docs/product.md, Article page: browsers that restore a position do so in several steps. */
const DELAYS_MS = [0, 50, 100];
/** A reader's own hand, after which the place is theirs, and the browser's to restore. */
const HANDS = ['pointerdown', 'touchstart', 'wheel', 'keydown', 'click'];

/**
 * The blog list and articles start at their top, unless the address names a place in them, or a quick reader has
 * begun to scroll or to use the page before the last step.
 */
export function startAtTop(page: Window): void {
  if (page.document.querySelector('[data-scroll=top]') === null || page.location.hash !== '') return;
  if (wasScrolledByHand(page)) return;
  const taken = new AbortController();
  page.history.scrollRestoration = 'manual';
  taken.signal.addEventListener('abort', () => {
    page.history.scrollRestoration = 'auto';
  });
  for (const hand of HANDS)
    page.addEventListener(hand, () => taken.abort(), { signal: taken.signal, passive: true, capture: true });
  for (const delay of DELAYS_MS) {
    page.setTimeout(() => {
      if (page.location.hash === '' && !taken.signal.aborted) page.scrollTo({ top: 0, behavior: 'instant' });
    }, delay);
  }
}

/** A page that is not loaded again is at its top until somebody scrolls it, which may be before this script is there. */
function wasScrolledByHand(page: Window): boolean {
  const [entry] = page.performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'navigate' && page.scrollY > 0;
}

/** The footer's way up; it leaves the address alone, so that a full article stays open on small screens. */
export function watchToTop(page: Window): void {
  page.document.querySelector('[data-to-top]')?.addEventListener('click', (event) => {
    event.preventDefault();
    page.scrollTo({ top: 0 });
    page.document.querySelector('main')?.focus({ preventScroll: true });
  });
}
