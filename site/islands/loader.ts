/** Each wakes an element up: hydrates it with the props in its HTML. React is downloaded with the first. */
const ISLANDS: Readonly<
  Record<string, () => Promise<{ readonly wake: (root: HTMLElement) => Promise<void> }>>
> = {
  share: () => import('./share.ts'),
  'more-posts': () => import('./more-posts.ts'),
  'search-box': () => import('./search-box.ts'),
};

/** The first sign that a reader is about to use an island. */
const SIGNS = ['pointerenter', 'focusin', 'touchstart'] as const;
/** What would be lost if it came before React: kept, and done again afterwards. */
const KEPT = ['click', 'keydown'] as const;

/** Islands are woken up one by one, when first touched or focused (docs/design.md, Pages). */
export function wakeOnTouch(page: Document): void {
  for (const root of page.querySelectorAll<HTMLElement>('[data-island]')) {
    const load = ISLANDS[root.dataset['island'] ?? ''];
    if (load !== undefined) waitForReader(root, load);
  }
}

function waitForReader(root: HTMLElement, load: (typeof ISLANDS)[string]): void {
  const kept: Event[] = [];
  const listening = new AbortController();
  const { signal } = listening;
  let started = false;

  const finish = (): void => {
    listening.abort();
    for (const event of kept) replay(event);
  };
  const start = (): void => {
    if (started) return;
    started = true;
    // When the component cannot be had, what was kept is done as the plain HTML does it.
    load()
      .then(({ wake }) => wake(root))
      .then(finish, finish);
  };
  const keep = (event: Event): void => {
    start();
    if (event instanceof MouseEvent) {
      if (opensElsewhere(event)) return;
      event.preventDefault();
    }
    kept.push(event);
  };

  for (const sign of SIGNS) root.addEventListener(sign, start, { signal, passive: true });
  for (const kind of KEPT) root.addEventListener(kind, keep, { signal, capture: true });
  // A field that the page focuses itself may have it before anything listens.
  if (root.contains(document.activeElement)) start();
}

/** Whether the reader asked for another tab or window: the browser's own business. */
function opensElsewhere(event: MouseEvent): boolean {
  return event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0;
}

function replay(event: Event): void {
  if (event instanceof KeyboardEvent) event.target?.dispatchEvent(new KeyboardEvent('keydown', event));
  else event.target?.dispatchEvent(new MouseEvent('click', event));
}
