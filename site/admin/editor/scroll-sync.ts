/** A place in the text: a line of the source, counted from 0, with the part of it that has gone by. */
export type SourceLine = number;

/** One of two views of a text that scroll together. */
interface ScrollView {
  /** Shows `line` at the top, at once; answers what is there then, which near the end of the text is a line before. */
  readonly showLine: (line: SourceLine) => SourceLine;
}

/** What makes the editor and the preview scroll together. Made once for both, by {@link createScrollSync}. */
export interface ScrollSync {
  /** Takes part; answers how to stop. */
  readonly join: (view: ScrollView) => () => void;
  /** Tells that `view` has scrolled to `line`, by the author or because it was made to. */
  readonly scrolled: (view: ScrollView, line: SourceLine) => void;
}

/**
 * Lets views follow one another. A view that is where it was made to go is not heard, however late it tells: that is an
 * echo of the other's scrolling.
 */
export function createScrollSync(): ScrollSync {
  const views = new Set<ScrollView>();
  /** Where each view was made to go, until the author takes it elsewhere. */
  const sent = new Map<ScrollView, SourceLine>();
  return {
    join(view) {
      views.add(view);
      return () => {
        views.delete(view);
        sent.delete(view);
      };
    },
    scrolled(view, line) {
      if (Math.abs((sent.get(view) ?? Number.NaN) - line) < SAME_PLACE) return;
      sent.delete(view);
      for (const other of views) if (other !== view) sent.set(other, other.showLine(line));
    },
  };
}

/** In lines: the editor lays the lines out that it comes to, and ends a little beside where it was sent. */
const SAME_PLACE = 0.25;
