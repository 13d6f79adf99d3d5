import { findReferences, type Range, type Reference } from './find.ts';

/**
 * The text with the addresses that `newAddress` answers for, each in its place; no sign besides changes. What follows
 * `?` or `#` in an address stays. `newAddress` is told what stands before that.
 */
export function mendAddresses(
  markdown: string,
  newAddress: (address: string, kind: Reference['kind']) => string | null,
): string {
  const changes = findReferences(markdown).flatMap(({ kind, address, at }) => {
    const rest = address.search(/[?#]/);
    const path = rest === -1 ? address : address.slice(0, rest);
    const mended = newAddress(path, kind);
    if (mended === null || mended === path) return [];
    const written = markdown.slice(at.from, at.to);
    const kept = rest === -1 ? '' : written.slice(written.search(/[?#]/));
    return [{ ...at, text: mended + kept }];
  });
  return splice(markdown, changes);
}

export interface Change extends Range {
  readonly text: string;
}

/** The text with these stretches replaced; of two that overlap, the one that begins first counts. */
export function splice(text: string, changes: readonly Change[]): string {
  const inOrder = [...changes].sort((a, b) => a.from - b.from || b.to - a.to);
  let result = '';
  let at = 0;
  for (const change of inOrder) {
    if (change.from < at) continue;
    result += text.slice(at, change.from) + change.text;
    at = change.to;
  }
  return result + text.slice(at);
}
