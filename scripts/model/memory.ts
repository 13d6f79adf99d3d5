import type { PlaceName } from './side.ts';

/** What became of a sentence, as far as those who wrote were told. */
interface Mark {
  post: string;
  by: PlaceName;
  /** Whether somebody was told that it is kept. */
  isKept: boolean;
  /** Whether somebody who saw it took it away, or may have. */
  mayBeGone: boolean;
  /** From when readers may see it, in milliseconds since 1970; Infinity as long as nobody published it. */
  seenFrom: number;
  /** Whether it went to a branch as a draft's text does, and so goes out with whatever publishes its post. */
  isOfDraft: boolean;
}

/**
 * What was said to whom: each sentence of a story has a mark of its own, and stands here with what it was told. Nothing in it
 * knows how anything is stored.
 */
export function createMemory() {
  const marks = new Map<string, Mark>();
  /** From when readers may see what drafts of a post say. */
  const out = new Map<string, number>();
  /** Posts that were taken from readers at the site, until something reaches it from elsewhere. */
  const hidden = new Map<string, string>();

  function change(names: readonly string[], how: (mark: Mark) => void): void {
    for (const name of names) {
      const mark = marks.get(name);
      if (mark !== undefined) how(mark);
    }
  }

  return {
    /** About to be written. */
    write(name: string, { post, by }: { readonly post: string; readonly by: PlaceName }): void {
      const fresh = { isKept: false, mayBeGone: false, seenFrom: Number.POSITIVE_INFINITY, isOfDraft: false };
      marks.set(name, { post, by, ...fresh });
    },
    /** The id of its post, once it is known. */
    know: (name: string, post: string): void => change([name], (mark) => void (mark.post = post)),
    /** Somebody was told that it is kept. */
    keep: (names: readonly string[]): void => change(names, (mark) => void (mark.isKept = true)),
    /** Somebody was told that what anybody may write, such as an old blog's text, is kept; the first to be told has it. */
    keepAt: (side: PlaceName, names: readonly string[]): void =>
      change(names, (mark) => {
        if (!mark.isKept) mark.by = side;
        mark.isKept = true;
      }),
    /** Somebody who saw it asked for a text without it. */
    takeAway: (names: readonly string[]): void => change(names, (mark) => void (mark.mayBeGone = true)),
    /** It was saved where a draft is saved. */
    noteDraft: (names: readonly string[]): void => change(names, (mark) => void (mark.isOfDraft = true)),
    /** Somebody asked to show this to readers, from a moment on. */
    release(post: string, names: readonly string[], from: number): void {
      change(names, (mark) => void (mark.seenFrom = Math.min(mark.seenFrom, from)));
      out.set(post, Math.min(out.get(post) ?? Number.POSITIVE_INFINITY, from));
    },
    /** Readers may not see this mark yet: why; null when they may. */
    whyUnseen(name: string, now: number): string | null {
      const mark = marks.get(name);
      if (mark === undefined) return null;
      if (mark.seenFrom <= now) return null;
      const goesOutFrom = mark.isOfDraft
        ? (out.get(mark.post) ?? Number.POSITIVE_INFINITY)
        : Number.POSITIVE_INFINITY;
      if (goesOutFrom <= now) return null;
      return mark.seenFrom === Number.POSITIVE_INFINITY ? 'nobody published it' : 'its moment has not come';
    },
    hide: (post: string, why: string): void => void hidden.set(post, why),
    /** Something came from elsewhere, or somebody published it again. */
    unhide(post?: string): void {
      if (post === undefined) hidden.clear();
      else hidden.delete(post);
    },
    hidden: (): ReadonlyMap<string, string> => hidden,
    /** What must be in a text, or asked about, in the end. */
    mustStand: (): readonly string[] =>
      [...marks].flatMap(([name, mark]) => (mark.isKept && !mark.mayBeGone ? [name] : [])),
    /** What must be within reach of those who were told that they keep it. */
    mustBeReachable: (side: PlaceName): readonly string[] =>
      [...marks].flatMap(([name, mark]) => (mark.isKept && mark.by === side ? [name] : [])),
    mayBeGone: (name: string): boolean => marks.get(name)?.mayBeGone ?? false,
    postOf: (name: string): string => marks.get(name)?.post ?? '',
  };
}

export type Memory = ReturnType<typeof createMemory>;
