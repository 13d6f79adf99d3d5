/**
 * Links of the preview lead nowhere: the frame would leave the article for the page of the admin. Only those to a
 * place in the article are followed, which opens and closes the mobile summary as for a reader.
 */
export function followFragments(page: Document): void {
  page.addEventListener('click', (event) => {
    const view = page.defaultView;
    const link = view === null ? null : linkOf(event.target);
    if (link === null || view === null) return;
    event.preventDefault();
    const fragment = /^#(.+)$/.exec(link.getAttribute('href') ?? '')?.[1];
    if (fragment !== undefined) view.location.hash = fragment;
  });
}

/** Elements of the frame are of its own classes: `instanceof` does not know them here. */
function linkOf(target: EventTarget | null): Element | null {
  for (let node = target; isElement(node); node = node.parentElement) if (node.localName === 'a') return node;
  return null;
}

function isElement(value: EventTarget | null): value is Element {
  return value !== null && 'localName' in value && 'getAttribute' in value;
}
