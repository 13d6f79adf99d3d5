/** A name from a push on a person's terminal: nothing in it may steer that. */
export function shownName(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\ufffd');
  return plain.length > 200 ? `${plain.slice(0, 200)}…` : plain;
}
