import { type HooksObject, Tokenizer, type TokenizerObject } from 'marked';
import type { WorkMeter } from './work-meter.ts';

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
export function meteredRuns(meter: WorkMeter): HooksObject {
  return {
    emStrongMask(run) {
      meter.spend(PER_CHARACTER * run.length);
      return run;
    },
  };
}

/** marked's inline steps, counting what each costs; see {@link meteredTokenizer}. */
export function meteredInlines(meter: WorkMeter): TokenizerObject {
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
    escape() {
      meter.spend(INLINE);
      return false;
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
