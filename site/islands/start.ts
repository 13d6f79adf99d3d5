import { keepAvailabilityFresh } from './availability.ts';
import { watchHeader } from './header-shadow.ts';
import { wakeOnTouch } from './loader.ts';
import { startAtTop, watchToTop } from './scroll-to-top.ts';

document.documentElement.classList.add('has-script');
wakeOnTouch(document);
watchToTop(window);
keepAvailabilityFresh(window);
// Asking where the page is scrolled makes the browser lay it out: not before its style sheet is there.
requestAnimationFrame(() => {
  watchHeader(window);
  startAtTop(window);
});
