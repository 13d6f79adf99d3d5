/** A text would cost too much to convert, or nests too deep. */
class TooMuchWorkError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'TooMuchWorkError';
  }
}

/** How deep quotes, lists, notes, links and emphasis may hold one another. Real articles stay below ten. */
const MAX_NESTING = 48;

const BASE_UNITS = 120_000_000;
const UNITS_PER_CHARACTER = 700;

export interface WorkMeter {
  /** Counts work; refuses with {@link TooMuchWorkError} once the whole text has cost more than it may. */
  spend(units: number): void;
  /** Runs a step that may come back to itself, and refuses beyond {@link MAX_NESTING}. */
  nested<Result>(step: () => Result): Result;
}

/**
 * A budget of work for one text of `length` characters. A unit is about one nanosecond of the machine it was set
 * on, but nothing reads a clock: the same text is accepted or refused everywhere, always.
 */
export function createWorkMeter(length: number): WorkMeter {
  let left = BASE_UNITS + UNITS_PER_CHARACTER * length;
  let depth = 0;
  return {
    spend(units) {
      left -= units;
      if (left < 0) throw new TooMuchWorkError('the text would take too long to convert');
    },
    nested(step) {
      if (depth >= MAX_NESTING) throw new TooMuchWorkError(`more than ${MAX_NESTING} levels of nesting`);
      depth += 1;
      try {
        return step();
      } finally {
        depth -= 1;
      }
    },
  };
}
