import { randomBytes } from 'node:crypto';

/** 32 signs, none of which is taken for another (no I, O, 0, 1). */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUP = 4;

/** Random text to be read and typed by people: groups of four signs, 20 bits each. */
export function makeReadableCode(groups: number): string {
  const signs = Array.from(randomBytes(groups * GROUP), (byte) => ALPHABET.charAt(byte % ALPHABET.length));
  return Array.from({ length: groups }, (_, group) =>
    signs.slice(group * GROUP, (group + 1) * GROUP).join(''),
  ).join('-');
}

/** A code as it was meant, however it was typed: capitals, spaces and hyphens do not count. */
export function normalizeReadableCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
