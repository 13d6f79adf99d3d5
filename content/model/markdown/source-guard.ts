import type { WorkMeter } from './work-meter.ts';

/** marked looks for a reference at each bracket, escaped or not, in up to 999 signs that follow. */
const PER_ESCAPED_BRACKET = 10_000;
/** All the items of a list are cut before the first is read. */
const PER_ITEM = 2_000;
const BEFORE_MARKER = /^[ \t>]*/;
const MARKER = /^(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/;

/**
 * Counts, before marked reads a text, what marked does before it gives us the hand: see {@link meteredTokenizer} for
 * the rest. One pass.
 */
export function chargeSource(source: string, meter: WorkMeter): void {
  for (let at = source.indexOf('\\['); at !== -1; at = source.indexOf('\\[', at + 2)) {
    meter.spend(PER_ESCAPED_BRACKET);
  }
  chargeListItems(source, meter);
}

/** For each line that goes on with a list item, marked copies all of the item so far. */
function chargeListItems(source: string, meter: WorkMeter): void {
  let itemLength = 0;
  let isInItem = false;
  for (const line of source.split('\n')) {
    const text = line.slice(BEFORE_MARKER.exec(line)?.[0].length ?? 0);
    if (text.trim() === '') {
      isInItem = false;
    } else if (MARKER.test(text)) {
      meter.spend(PER_ITEM);
      isInItem = true;
      itemLength = line.length;
    } else if (isInItem) {
      itemLength += line.length;
      meter.spend(itemLength);
    }
  }
}
