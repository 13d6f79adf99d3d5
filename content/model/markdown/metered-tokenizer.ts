import { Tokenizer, type TokenizerObject, type Tokens } from 'marked';
import { meteredInlines } from './metered-inlines.ts';
import { isLeftOpen } from './unclosed-elements.ts';
import type { WorkMeter } from './work-meter.ts';

// What a step of marked costs, in units of the meter; measured, then rounded up.
const BLOCK = 3_000;
const LIST = 12_000;
const PER_QUOTED_CHARACTER = 30;
const PER_LISTED_CHARACTER = 30;
const PER_TABLE_CHARACTER = 30;
const PER_CELL = 8_000;
const PER_LAZY_CHARACTER = 12;
/** A quote that goes on after a lazy line is cut and joined again. */
const PER_RESUMED_CHARACTER = 20;

/** What opens a block may be looked for to its end, at each line anew. */
const PER_OPENED_CHARACTER = 60;

const QUOTED = /^ {0,3}>/;

/**
 * marked's tokenizer, counting what each step costs. marked 18 is linear on ordinary text, but not on every text:
 * quotes and lists with lazy lines are read again from their start, tables are as wide as their header times
 * their rows, openers without closer each scan the rest of their paragraph, and `>` × 5,000 overflows the stack.
 * Each of these steps passes here first, so that none can run away.
 */
export function meteredTokenizer(meter: WorkMeter): TokenizerObject {
  return { ...meteredBlocks(meter), ...meteredInlines(meter) };
}

function meteredBlocks(meter: WorkMeter): TokenizerObject {
  return {
    // The first step tried for each block, at every level.
    space() {
      meter.spend(BLOCK);
      return false;
    },
    blockquote(source) {
      const lines = this.rules.block.blockquote.exec(source);
      if (lines === null) return undefined;
      const [whole] = lines;
      meter.spend(PER_QUOTED_CHARACTER * whole.length);
      meter.spend(PER_RESUMED_CHARACTER * whole.length * lazyRuns(whole));
      return meter.nested(() => Tokenizer.prototype.blockquote.call(this, source));
    },
    list(source) {
      if (!this.rules.block.list.test(source)) return undefined;
      const list: Tokens.List | undefined = meter.nested(() => Tokenizer.prototype.list.call(this, source));
      meter.spend(LIST + PER_LISTED_CHARACTER * (list?.raw.length ?? firstLine(source).length));
      return list;
    },
    table(source) {
      const table = this.rules.block.table.exec(source);
      if (table === null) return undefined;
      const [whole, header = '', , rows = ''] = table;
      meter.spend(PER_TABLE_CHARACTER * whole.length);
      meter.spend(PER_CELL * (count(header, '|') + 1) * (count(rows, '\n') + 2));
      return false;
    },
    // Without its end, a comment would be all that follows: it is words of a paragraph then.
    html(source) {
      const block = Tokenizer.prototype.html.call(this, source);
      if (block === undefined || !isLeftOpen(block.text.trimStart())) return block;
      meter.spend(PER_OPENED_CHARACTER * block.text.length);
      return undefined;
    },
    // A line of a list item: marked looks for an underline of it in all the lines that follow.
    text(source) {
      const blank = source.indexOf('\n\n');
      meter.spend(PER_LAZY_CHARACTER * (blank === -1 ? source.length : blank));
      return false;
    },
  };
}

/** How many times lines of a quote do not start with its sign after one that does. */
function lazyRuns(quote: string): number {
  let runs = 0;
  let wasQuoted = false;
  for (const line of quote.trimEnd().split('\n')) {
    const isQuoted = QUOTED.test(line);
    if (wasQuoted && !isQuoted) runs += 1;
    wasQuoted = isQuoted;
  }
  return runs;
}

function firstLine(source: string): string {
  const end = source.indexOf('\n');
  return end === -1 ? source : source.slice(0, end);
}

function count(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) found += 1;
  return found;
}
