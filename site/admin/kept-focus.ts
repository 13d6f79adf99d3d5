interface Place {
  readonly element: Element;
  /** Among the children of what is around it. */
  readonly at: number;
}

/**
 * Where what has the focus goes from the page, the focus goes on (WCAG 2.4.3): to the item that comes in the place of its own in a
 * list, else to the nearest part around it that takes one, `main` at last. Gives what stops it.
 */
export function keepFocus(main: HTMLElement): () => void {
  let places: readonly Place[] = [];

  function note({ target }: FocusEvent): void {
    places = target instanceof Element ? placesOf(target, main) : [];
  }
  /** The focus went elsewhere, unless it went with its element: gone, or hidden while the next screen loads. */
  function leave(): void {
    queueMicrotask(() => {
      const last = places[0]?.element;
      if (last?.checkVisibility() === true && document.activeElement !== last) places = [];
    });
  }
  function goOn(): void {
    if (places[0] === undefined || places[0].element.isConnected) return;
    const next = nextOf(places) ?? main;
    places = [];
    if (document.activeElement === null || document.activeElement === document.body)
      next.focus({ preventScroll: next === main });
  }

  const changes = new MutationObserver(goOn);
  changes.observe(main, { childList: true, subtree: true });
  main.addEventListener('focusin', note);
  main.addEventListener('focusout', leave);
  return () => {
    changes.disconnect();
    main.removeEventListener('focusin', note);
    main.removeEventListener('focusout', leave);
  };
}

function placesOf(target: Element, main: Element): readonly Place[] {
  const places: Place[] = [];
  for (
    let element: Element | null = target;
    element !== null && element !== main;
    element = element.parentElement
  )
    places.push({ element, at: [...(element.parentElement?.children ?? [])].indexOf(element) });
  return places;
}

/** Where the focus goes on from these places; null where nothing around them takes it. */
function nextOf(places: readonly Place[]): HTMLElement | null {
  const left = places.findIndex(({ element }) => element.isConnected);
  const around = places[left]?.element;
  if (around === undefined) return null;
  const at = Math.min(places[left - 1]?.at ?? 0, around.children.length - 1);
  const item = around.matches('ul, ol, tbody') ? around.children[at] : undefined;
  return (
    item?.querySelector<HTMLElement>('a[href], button, input, select, textarea') ??
    around.closest<HTMLElement>('[tabindex]')
  );
}
