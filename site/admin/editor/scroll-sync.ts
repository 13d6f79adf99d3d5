/** A place in the text: a line of the source, counted from 0, with the part of it that has gone by. */
export type SourceLine = number;

/** One of two views of a text that scroll together. */
interface ScrollView {
  /** The document it is in, which no other view is in. */
  readonly page: Document;
  /** Shows `line` at the top, at once. */
  readonly showLine: (line: SourceLine) => void;
}

/** The author's hand in a page; the pointer comes over it before it holds the bar the page scrolls by. */
const HANDS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown'];

/**
 * Makes the editor and the preview scroll together; made once for both. The one in the page that the author's hand was in last leads; what the others do is an
 * echo of that, or pictures and texts that took their place.
 */
export function createScrollSync() {
  const views = new Set<ScrollView>();
  let leader: ScrollView | null = null;
  return {
    /** Takes part; answers how to stop. */
    join(view: ScrollView): () => void {
      const left = new AbortController();
      const lead = () => {
        leader = view;
      };
      for (const hand of HANDS)
        view.page.addEventListener(hand, lead, { signal: left.signal, passive: true, capture: true });
      views.add(view);
      return () => {
        left.abort();
        views.delete(view);
        if (leader === view) leader = null;
      };
    },
    /** Tells that `view` has scrolled to `line`, by the author or because it was made to. */
    scrolled(view: ScrollView, line: SourceLine): void {
      leader ??= view;
      if (leader !== view) return;
      for (const other of views) if (other !== view) other.showLine(line);
    },
  };
}

export type ScrollSync = ReturnType<typeof createScrollSync>;
