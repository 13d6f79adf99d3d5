import { openNote } from '#site/ui/note-here.ts';

/**
 * Links of the preview lead nowhere: the frame would leave the article for the page of the admin. Only those to a
 * place in the article are followed, which opens and closes the mobile summary, and notes in place, as for a reader.
 */
export function followFragments(page: Document): void {
  page.addEventListener('click', (event) => {
    const view = page.defaultView;
    const link = view === null ? null : linkOf(event.target);
    if (link === null || view === null) return;
    event.preventDefault();
    const fragment = /^#(.+)$/.exec(link.getAttribute('href') ?? '')?.[1];
    if (fragment === undefined) return;
    if (link.closest('.appel-note') !== null && isLink(link)) openNote(link);
    else view.location.hash = fragment;
  });
}

/** Elements of the frame are of its own classes: `instanceof` does not know them here. */
function linkOf(target: EventTarget | null): Element | null {
  for (let node = target; isElement(node); node = node.parentElement) if (node.localName === 'a') return node;
  return null;
}

function isLink(element: Element): element is HTMLAnchorElement {
  return element.localName === 'a' && 'hash' in element;
}

function isElement(value: EventTarget | null): value is Element {
  return value !== null && 'localName' in value && 'getAttribute' in value;
}
