import { keepAvailabilityFresh } from './availability.ts';
import { followTitles } from './follow-titles.ts';
import { wakeOnTouch } from './loader.ts';
import { startAtTop, watchToTop } from './scroll-to-top.ts';
import { markSinceLastTime } from './seen-passages.ts';

document.documentElement.classList.add('has-script');
wakeOnTouch(document);
watchToTop(window);
keepAvailabilityFresh(window);
openNotesHere(document);
// Asking where the page is scrolled makes the browser lay it out: not before its style sheet is there.
requestAnimationFrame(() => {
  watchHeader(window);
  startAtTop(window);
  followTitles(window);
  passWhatFits(document);
  markSinceLastTime(window);
});
// Last: some frames of other sites may not even ask whether there are workers.
keepForOffline(window);

/** In pixels. */
const THRESHOLD = 10;

/** The header's shadow is stronger once the page is scrolled (docs/product.md, Header). */
function watchHeader(page: Window): void {
  const header = page.document.querySelector('[data-header]');
  const update = (): void => {
    header?.classList.toggle('is-scrolled', page.scrollY > THRESHOLD);
  };
  page.addEventListener('scroll', update, { passive: true });
  update();
}

/** Footnotes open in place; what does so is downloaded with the first (site/ui/note-here.ts). */
function openNotesHere(page: Document): void {
  if (page.querySelector('.appel-note') === null) return;
  page.addEventListener('click', (event) => {
    const { target } = event;
    const call = target instanceof Element ? target.closest<HTMLAnchorElement>('.appel-note a') : null;
    if (call === null || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const follow = (): void => page.location.assign(call.hash);
    import('#site/ui/note-here.ts').then(({ openNote }) => openNote(call), follow);
  });
}

/** Where the worker is served that keeps pages for a time without network (site/offline). */
const WORKER = '/sw.js';

/**
 * Once the page is there and nothing waits, has the browser keep what its reader sees for a time without network. Readers who
 * asked to save data are left alone.
 */
function keepForOffline({ navigator, performance, addEventListener }: Window): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined; // absent where the site is plain http
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }; // Chromium only
  if (workers === undefined || connection?.saveData) return;
  // What was loaded before a worker was there is unknown to it, be it the first or the next: each is told, in every tab.
  workers.addEventListener('controllerchange', () =>
    workers.controller?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name)),
  );
  addEventListener('load', () => {
    // Not allowed here, or not to be had now: pages need it for nothing.
    workers.register(WORKER).catch(() => undefined);
  });
}

/**
 * Takes tables and code that need no scrolling out of the way of the Tab key, and out of the landmarks: without script each is a
 * stop, because one that scrolls must be within reach of the keyboard.
 */
function passWhatFits(page: Document): void {
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
