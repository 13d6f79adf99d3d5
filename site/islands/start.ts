import { wakeOnTouch } from './loader.ts';
import { markSinceLastTime } from './seen-passages.ts';

/** docs/product.md, Capacity. */
const REFETCH_MS = 10 * 60 * 1000;
const FRESH_MS = 5 * 60 * 1000;

document.documentElement.classList.add('has-script');
wakeOnTouch(document);
watchWays(window);
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

/** How far down the screen a title is when its section begins to be read, as a part of its height. */
const READING_LINE = 0.35;

/**
 * Marks in the table of contents the section that is being read: the last whose title passed the line of reading, or the one a
 * reader asked for as long as its title is above that line, however short it is.
 */
function followTitles(page: Window): void {
  const links = [...page.document.querySelectorAll<HTMLAnchorElement>('[data-contents] a')];
  const titles = links.map((link) => page.document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const update = (): void => {
    const line = page.innerHeight * READING_LINE;
    const tops = titles.map((title) => title?.getBoundingClientRect().top ?? line);
    const asked = titles.indexOf(page.document.querySelector(':target'));
    const top = tops[asked] ?? -1;
    const current = top >= 0 && top < line ? asked : tops.findLastIndex((one) => one < line);
    for (const [index, link] of links.entries()) {
      if (index === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  // Asked only when a title crosses the line, however far it jumps, and where things are is known then.
  const observer = new IntersectionObserver(update, {
    rootMargin: `1000000px 0px -${100 - 100 * READING_LINE}% 0px`,
  });
  for (const title of titles) if (title !== null) observer.observe(title);
  page.addEventListener('hashchange', update);
}

/** docs/product.md, Article page: browsers that restore a position do so in several steps. */
const DELAYS_MS = [0, 50, 100];
/** A reader's own hand, after which the place is theirs, and the browser's to restore. */
const HANDS = ['pointerdown', 'touchstart', 'wheel', 'keydown', 'click'];

/**
 * The blog list and articles start at their top, unless the address names a place in them, or a quick reader has
 * begun to scroll or to use the page before the last step.
 */
function startAtTop(page: Window): void {
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

/** The ways to the text and to the top; they leave the address alone, so that a full article stays open on small screens. */
function watchWays({ document }: Window): void {
  const main = document.querySelector('main');
  for (const [way, place] of [
    ['.skip', main],
    ['[data-to-top]', document.documentElement],
  ] as const)
    document.querySelector(way)?.addEventListener('click', (event) => {
      event.preventDefault();
      place?.scrollIntoView();
      main?.focus({ preventScroll: true });
    });
}

/** Asks for the capacity every ten minutes, and when a page comes back into view with an old one (docs/product.md, Capacity). */
function keepAvailabilityFresh(page: Window): void {
  let fetchedAt = page.performance.now();
  const refetch = (): void => {
    if (page.document.hidden) return;
    fetchedAt = page.performance.now();
    import('./availability.ts')
      .then(({ showAvailability }) => showAvailability(page))
      // Without an answer the page keeps what it says; the next turn asks again.
      .catch(() => undefined);
  };
  page.setInterval(refetch, REFETCH_MS);
  page.document.addEventListener('visibilitychange', () => {
    if (page.performance.now() - fetchedAt > FRESH_MS) refetch();
  });
}
