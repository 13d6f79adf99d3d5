import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 32 signs, none of which is taken for another (no I, O, 0, 1). */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUP = 4;

/** SHA-256 in hexadecimal: what is kept of random secrets, so that a stolen file opens nothing. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether two digests are equal, in a time that tells nothing about where they differ. */
export function isSameDigest(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Random text to be read and typed by people: groups of four signs, 20 bits each. */
export function makeReadableCode(groups: number): string {
  const signs = Array.from(randomBytes(groups * GROUP), (byte) => ALPHABET.charAt(byte % ALPHABET.length));
  return Array.from({ length: groups }, (_, group) =>
    signs.slice(group * GROUP, (group + 1) * GROUP).join(''),
  ).join('-');
}

/** What is kept of such a text, however it was typed: capitals, spaces and hyphens do not count. */
export function readableDigest(typed: string): string {
  return digestOf(typed.toUpperCase().replace(/[^A-Z0-9]/g, ''));
}
