import type { Random } from '#content/testing/random.ts';

/**
 * Deals values in a random order, each once before any comes again: few rounds still meet all of them.
 */
export function createDeck<Value>(values: readonly Value[], random: Random) {
  let left: Value[] = [];
  function deal(): Value {
    if (left.length === 0) left = [...values];
    const [dealt] = left.splice(random.below(left.length), 1);
    if (dealt === undefined) throw new RangeError('an empty deck');
    return dealt;
  }
  return { deal, dealSome: (count: number): readonly Value[] => Array.from({ length: count }, deal) };
}

export type Deck<Value> = ReturnType<typeof createDeck<Value>>;
