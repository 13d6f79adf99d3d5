/** Footnotes open in place; what does so is downloaded with the first (site/ui/note-here.ts). */
export function openNotesHere(page: Document): void {
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
