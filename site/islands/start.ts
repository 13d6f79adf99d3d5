import { keepAvailabilityFresh } from './availability.ts';
import { watchHeader } from './header-shadow.ts';
import { wakeOnTouch } from './loader.ts';
import { startAtTop, watchToTop } from './scroll-to-top.ts';

watchHeader(window);
startAtTop(window);
watchToTop(window);
keepAvailabilityFresh(window);
wakeOnTouch(document);
