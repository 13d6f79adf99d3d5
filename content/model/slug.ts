import * as z from 'zod';
import { isWindowsDevice } from './windows-names.ts';

/** Longest slug, in characters: with its folder and `.md` it stays under what every file system accepts. */
export const MAX_SLUG_LENGTH = 120;

const SHAPE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether `text` can be the address of a post and the name of its file on every system. */
export function isSlug(text: string): boolean {
  return text.length <= MAX_SLUG_LENGTH && SHAPE.test(text) && !isWindowsDevice(text);
}

export const slugSchema = z.string().refine(isSlug, 'slug invalide');

/**
 * The slug of a title: lowercase, accents removed, each run of other characters one hyphen, none at the ends
 * (docs/product.md, Article form); œ becomes oe and æ ae first. Gives '' when the title has no letter or digit, and
 * cuts at a word under {@link MAX_SLUG_LENGTH}.
 */
export function slugFromTitle(title: string): string {
  const plain = title
    .replace(/œ/gi, 'oe')
    .replace(/æ/gi, 'ae')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (plain.length <= MAX_SLUG_LENGTH) return plain;
  const cut = plain.slice(0, MAX_SLUG_LENGTH + 1);
  const lastHyphen = cut.lastIndexOf('-');
  return lastHyphen > 0 ? cut.slice(0, lastHyphen) : plain.slice(0, MAX_SLUG_LENGTH);
}
