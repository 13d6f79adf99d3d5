/** docs/product.md, Article page: browsers that restore a position do so in several steps. */
const DELAYS_MS = [0, 50, 100];

/**
 * The blog list and articles start at their top, unless the address names a place in them, be it that a quick reader
 * has followed a link of the page before the last step.
 */
export function startAtTop(page: Window): void {
  if (page.document.querySelector('[data-scroll=top]') === null) return;
  for (const delay of DELAYS_MS) {
    page.setTimeout(() => {
      if (page.location.hash === '') page.scrollTo({ top: 0, behavior: 'instant' });
    }, delay);
  }
}

/** The footer's way up; it leaves the address alone, so that a full article stays open on small screens. */
export function watchToTop(page: Window): void {
  page.document.querySelector('[data-to-top]')?.addEventListener('click', (event) => {
    event.preventDefault();
    page.scrollTo({ top: 0 });
    page.document.querySelector('main')?.focus({ preventScroll: true });
  });
}
