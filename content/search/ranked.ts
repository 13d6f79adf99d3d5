import type { Variant } from './variants.ts';

/** A word of a question as it is looked for. */
export interface Wanted {
  readonly variants: readonly Variant[];
  readonly rarity: number;
}

/** A post that matches. */
export interface Ranked {
  /** Its place in the list of public posts. */
  readonly place: number;
  /** Which segment holds it, and where. */
  readonly part: number;
  readonly document: number;
  /** One bit for each word it holds. */
  readonly words: number;
  readonly rank: number;
  /** The section that says most of the question; null when none does, or when the title says all of it. */
  readonly section: number | null;
}
