/** In pixels. */
const THRESHOLD = 10;

/** The header's shadow is stronger once the page is scrolled (docs/product.md, Header). */
export function watchHeader(page: Window): void {
  const header = page.document.querySelector('[data-header]');
  const update = (): void => {
    header?.classList.toggle('is-scrolled', page.scrollY > THRESHOLD);
  };
  page.addEventListener('scroll', update, { passive: true });
  update();
}
