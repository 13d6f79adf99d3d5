import { Hooks, Tokenizer, type TokenizerObject, type Tokens } from 'marked';
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
 * Each of these steps passes here first, so that none can run away. Its steps stand in their places, not added by `use`: with those
 * that it wraps, V8 keeps a text and its tokens until the next collection of all memory.
 */
export function meteredTokenizer(meter: WorkMeter): Tokenizer {
  return Object.assign(new Tokenizer(), meteredBlocks(meter), meteredInlines(meter));
}

function meteredBlocks(meter: WorkMeter): TokenizerObject {
  return {
    // The first step tried for each block, at every level.
    space(source) {
      meter.spend(BLOCK);
      return Tokenizer.prototype.space.call(this, source);
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
      return Tokenizer.prototype.table.call(this, source);
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
      return Tokenizer.prototype.text.call(this, source);
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

const INLINE = 1_000;
/** For each character after an opener that has no closer: read in vain… */
const SCANNED = 5;
/** …or each of its signs weighed. */
const WEIGHED = 45;
/** For each character of a run of text: masked, then read; again at each level of emphasis or link. */
const PER_CHARACTER = 70;

const LONGEST_ADDRESS = 2_048;
const ADDRESS_START = /^(?:https?:\/\/|ftp:\/\/|www\.|mailto:|xmpp:|[A-Za-z0-9._+-]{1,64}@)/i;
/** marked's own, but for the part before an @: at most 64 characters (RFC 5321), where marked's + is quadratic. */
const TEXT =
  /^(?:[^a-zA-Z0-9](?=(?:mailto|xmpp):)|(`+|~+|[^`~])(?:(?=[`~])|(?= {2,}\n)|(?=[a-zA-Z0-9.!#$%&'*+/=?_`{|}~-]{1,64}@)|[\s\S]*?(?:(?=[\\<![`*~_]|https?:\/\/|ftp:\/\/|(?<![^\s*_~(])www\.|$)|[^ ](?= {2,}\n)|[^a-zA-Z0-9](?=(?:mailto|xmpp):)|[^a-zA-Z0-9.!#$%&'*+/=?_`{|}~-](?=[a-zA-Z0-9.!#$%&'*+/=?_`{|}~-]{1,64}@))))/i;

const BACKTICK = '`';

/** Counts each run of text before it is read: the only moment at which marked tells how long it is. */
export function meteredRuns(meter: WorkMeter): Hooks {
  return Object.assign(new Hooks(), {
    emStrongMask(run: string) {
      meter.spend(PER_CHARACTER * run.length);
      return run;
    },
  });
}

/** marked's inline steps, counting what each costs; see {@link meteredTokenizer}. */
function meteredInlines(meter: WorkMeter): TokenizerObject {
  /** What was found costs what it holds; what was not, all that was read in vain. */
  function charge<Token extends { readonly raw: string }>(
    token: Token | undefined,
    costOfMiss: number,
  ): Token | undefined {
    meter.spend(token === undefined ? costOfMiss : SCANNED * token.raw.length);
    return token;
  }
  return {
    // The first step tried for each inline.
    escape(source) {
      meter.spend(INLINE);
      return Tokenizer.prototype.escape.call(this, source);
    },
    tag(source) {
      if (!source.startsWith('<')) return undefined;
      return charge(Tokenizer.prototype.tag.call(this, source), SCANNED * source.length);
    },
    link(source) {
      if (!source.startsWith('[') && !source.startsWith('![')) return undefined;
      const token = meter.nested(() => Tokenizer.prototype.link.call(this, source));
      // An address is read up to the next space, then cut where it ends.
      if (token !== undefined) meter.spend(2 * SCANNED * untilSpace(source, token.raw.length));
      return charge(token, WEIGHED * source.length);
    },
    reflink(source, links) {
      if (!source.startsWith('[') && !source.startsWith('![')) return undefined;
      const token = meter.nested(() => Tokenizer.prototype.reflink.call(this, source, links));
      return charge(token, SCANNED * source.length);
    },
    emStrong(source, masked, previous) {
      if (!source.startsWith('*') && !source.startsWith('_')) return undefined;
      const token = meter.nested(() => Tokenizer.prototype.emStrong.call(this, source, masked, previous));
      return charge(token, costOfDelimiter(source));
    },
    del(source, masked, previous) {
      if (!source.startsWith('~')) return undefined;
      const token = meter.nested(() => Tokenizer.prototype.del.call(this, source, masked, previous));
      return charge(token, costOfDelimiter(source));
    },
    codespan(source) {
      if (!source.startsWith(BACKTICK)) return undefined;
      return charge(Tokenizer.prototype.codespan.call(this, source), SCANNED * source.length);
    },
    // A bare address longer than any real one stays text: marked reads it back from its end, sign by sign.
    url(source) {
      if (!ADDRESS_START.test(source)) return undefined;
      const near = source.slice(0, LONGEST_ADDRESS + 1);
      meter.spend(SCANNED * near.length);
      const found = this.rules.inline.url.exec(near);
      if (found === null || found[0].length > LONGEST_ADDRESS) return undefined;
      return Tokenizer.prototype.url.call(this, near);
    },
    inlineText(source) {
      const raw = TEXT.exec(source)?.[0];
      if (raw === undefined) return undefined;
      return { type: 'text', raw, text: raw, escaped: this.lexer.state.inRawBlock };
    },
  };
}

/** A run of signs before a space opens nothing, and is known at once; another is sought a closer in all that follows. */
function costOfDelimiter(source: string): number {
  const run = /^(?:\*+|_+|~+)/.exec(source)?.[0].length ?? 0;
  return /^(?:\s|$)/.test(source.slice(run, run + 1)) ? SCANNED * run : WEIGHED * source.length;
}

function untilSpace(source: string, from: number): number {
  const space = /\s/g;
  space.lastIndex = from;
  return (space.exec(source)?.index ?? source.length) - from;
}

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
