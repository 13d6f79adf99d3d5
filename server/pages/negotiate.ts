import type { IncomingMessage } from 'node:http';
import type { Encoding } from './page-variants.ts';

/** Accept-Encoding values remembered; browsers send a handful of different ones. */
const REMEMBERED = 200;

/**
 * Chooses the encoding of an answer by Accept-Encoding (RFC 9110 §12.5.3): brotli, else gzip, else identity, an
 * encoding with q=0 never, unless the header gives another more weight. Identity is the answer when nothing listed
 * is acceptable.
 */
export function createNegotiator(): (acceptEncoding: string | undefined) => Encoding {
  const remembered = new Map<string, Encoding>();
  return (header) => {
    if (header === undefined) return 'identity';
    const known = remembered.get(header);
    if (known !== undefined) return known;
    const chosen = chooseEncoding(header);
    if (remembered.size < REMEMBERED) remembered.set(header, chosen);
    return chosen;
  };
}

/**
 * The same for one header. A part that cannot be read counts for nothing; `x-gzip` is gzip, `*` stands for brotli
 * and gzip where they are not named (RFC 9110 §8.4.1.3 and §12.5.3).
 */
function chooseEncoding(header: string): Encoding {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const br = weightOf('br');
  const gzip = Math.max(weightOf('gzip'), weights.get('x-gzip') ?? 0);
  const identity = weights.get('identity') ?? 0;
  if (br > 0 && br >= gzip && br >= identity) return 'br';
  return gzip > 0 && gzip >= identity ? 'gzip' : 'identity';
}

/** Whether an If-None-Match header names this tag (RFC 9110 §13.1.2, weak comparison). */
export function matchesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}

/** What a reader's request says about the form of the answer. */
export interface Wish {
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

const ACCEPT_ENCODING = 'accept-encoding';
const IF_NONE_MATCH = 'if-none-match';

/**
 * The two headers a page depends on, from the list as it came: `request.headers` would first sort all of them into an
 * object, which is a tenth of what a ready page costs. Repeated headers are joined (RFC 9110 §5.2).
 */
export function wishOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): Wish {
  let acceptEncoding: string | undefined;
  let ifNoneMatch: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === ACCEPT_ENCODING.length && name.toLowerCase() === ACCEPT_ENCODING) {
      acceptEncoding = joined(acceptEncoding, rawHeaders[at + 1]);
    } else if (name.length === IF_NONE_MATCH.length && name.toLowerCase() === IF_NONE_MATCH) {
      ifNoneMatch = joined(ifNoneMatch, rawHeaders[at + 1]);
    }
  }
  return { acceptEncoding, ifNoneMatch };
}

function joined(before: string | undefined, value: string | undefined): string | undefined {
  return before === undefined || value === undefined ? (value ?? before) : `${before}, ${value}`;
}
