/** A place in the text: a line of the source, counted from 0, with the part of it that has gone by. */
export type SourceLine = number;

/** One of two views of a text that scroll together. */
interface ScrollView {
  /** Shows `line` at the top. */
  readonly showLine: (line: SourceLine) => void;
}

/** What makes the editor and the preview scroll together. Made once for both, by {@link createScrollSync}. */
export interface ScrollSync {
  /** Takes part; answers how to stop. */
  readonly join: (view: ScrollView) => () => void;
  /** Tells that the author has scrolled `view` to `line`. */
  readonly scrolled: (view: ScrollView, line: SourceLine) => void;
}

/**
 * Lets views follow one another. Only the view the author scrolls leads: one that was just moved by another is not
 * heard, so that no echo comes back.
 */
export function createScrollSync(now: () => number = () => performance.now()): ScrollSync {
  const views = new Set<ScrollView>();
  let leader: { readonly view: ScrollView; readonly until: number } | null = null;
  return {
    join(view) {
      views.add(view);
      return () => views.delete(view);
    },
    scrolled(view, line) {
      const at = now();
      if (leader !== null && leader.view !== view && at < leader.until) return;
      leader = { view, until: at + LEAD };
      for (const other of views) if (other !== view) other.showLine(line);
    },
  };
}

/** How long, in milliseconds, after its last move a view still leads: what the others do meanwhile is echo. */
const LEAD = 150;
