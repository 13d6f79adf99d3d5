import type { Encoding } from './page-variants.ts';

/** Accept-Encoding values remembered; browsers send a handful of different ones. */
const REMEMBERED = 200;

/**
 * Chooses the encoding of an answer by Accept-Encoding (RFC 9110 §12.5.3): brotli, else gzip, else identity, an
 * encoding with q=0 never. Identity is the answer when nothing listed is acceptable.
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

export function chooseEncoding(header: string): Encoding {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  if (weightOf('br') > 0 && weightOf('br') >= weightOf('gzip')) return 'br';
  return weightOf('gzip') > 0 ? 'gzip' : 'identity';
}

/** Whether an If-None-Match header names this tag (RFC 9110 §13.1.2, weak comparison). */
export function matchesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === tag || ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
