import { keepAvailabilityFresh } from './availability.ts';
import { followTitles } from './follow-titles.ts';
import { watchHeader } from './header-shadow.ts';
import { wakeOnTouch } from './loader.ts';
import { openNotesHere } from './notes.ts';
import { keepForOffline } from './offline.ts';
import { startAtTop, watchToTop } from './scroll-to-top.ts';
import { passWhatFits } from './scrolling-blocks.ts';
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
