/** Room between a note and its call, in pixels. */
const GAP = 10;

/**
 * Opens the note that a call leads to beside it, over the text: the browser closes it on Escape, or when anything else is
 * touched, and gives the focus back. Where that cannot be done the call is followed, as without script: the note leads back.
 */
export function openNote(call: HTMLAnchorElement): void {
  const page = call.ownerDocument;
  const note = page.getElementById(call.hash.slice(1));
  const view = page.defaultView;
  if (note === null || !('popover' in call)) {
    if (view !== null) view.location.hash = call.hash;
    return;
  }
  const here = noteHere(call, note);
  // Beside its call in the order of reading too.
  (call.closest('.prose > *') ?? call).after(here);
  here.showPopover();
  placeBeside(here, call);
  here.focus({ preventScroll: true });
}

function noteHere(call: HTMLAnchorElement, note: HTMLElement): HTMLElement {
  const here = call.ownerDocument.createElement('aside');
  here.className = 'note-here';
  here.popover = 'auto';
  here.tabIndex = -1;
  here.setAttribute('role', 'note');
  here.setAttribute('aria-label', call.getAttribute('aria-label') ?? '');
  for (const node of note.childNodes) here.append(node.cloneNode(true));
  for (const link of here.querySelectorAll('.retour-note')) link.remove();
  for (const named of here.querySelectorAll('[id]')) named.removeAttribute('id');
  here.addEventListener('toggle', () => {
    if (!here.matches(':popover-open')) here.remove();
  });
  return here;
}

/** Under the call, above it where there is no room, within the screen. */
function placeBeside(here: HTMLElement, call: HTMLElement): void {
  const { clientWidth, clientHeight } = call.ownerDocument.documentElement;
  const [at, size] = [call.getBoundingClientRect(), here.getBoundingClientRect()];
  const below = at.bottom + GAP;
  const top = below + size.height > clientHeight ? at.top - GAP - size.height : below;
  const left = Math.min(at.left - 2 * GAP, clientWidth - size.width - GAP);
  here.style.top = `${Math.max(GAP, top)}px`;
  here.style.left = `${Math.max(GAP, left)}px`;
}
