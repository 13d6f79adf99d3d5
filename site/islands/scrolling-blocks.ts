/**
 * Takes tables and code that need no scrolling out of the way of the Tab key, and out of the landmarks: without script each is a
 * stop, because one that scrolls must be within reach of the keyboard.
 */
export function passWhatFits(page: Document): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const scrolls = target.scrollWidth > target.clientWidth;
      if (scrolls) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
      if (target.hasAttribute('role')) target.setAttribute('role', scrolls ? 'region' : 'group');
    }
  });
  for (const block of page.querySelectorAll('.prose [tabindex]')) observer.observe(block);
}
