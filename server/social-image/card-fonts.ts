import { readFile } from 'node:fs/promises';
import type { Font } from 'satori';

/** The house's fonts in the weights a card needs; satori reads no variable font and no woff2 (docs/decisions/044). */
const FILES = [
  { name: 'Newsreader', weight: 500, file: 'newsreader-latin-500.woff' },
  { name: 'Newsreader Ext', weight: 500, file: 'newsreader-latin-ext-500.woff' },
  { name: 'Hanken Grotesk', weight: 600, file: 'hanken-grotesk-latin-600.woff' },
  { name: 'Hanken Grotesk Ext', weight: 600, file: 'hanken-grotesk-latin-ext-600.woff' },
] as const;

export const SERIF = 'Newsreader, Newsreader Ext';
export const SANS = 'Hanken Grotesk, Hanken Grotesk Ext';

/** Reads them from beside this file, in the source as in the build. */
export function readCardFonts(): Promise<Font[]> {
  return Promise.all(
    FILES.map(async ({ name, weight, file }) => ({
      ...{ name, weight, style: 'normal' as const },
      data: await readFile(new URL(`fonts/${file}`, import.meta.url)),
    })),
  );
}

/** What these fonts can write: Latin letters, figures, usual signs. All else would be an empty box. */
export function writable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u202f\u2007\u2009\u200a]/gu, '\u00a0')
    .replace(/\u2011/gu, '-')
    .replace(
      /[^\u0020-\u024f\u1e00-\u1eff\u2013\u2014\u2018-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2212]/gu,
      '',
    )
    .replace(/ {2,}/g, ' ')
    .replace(/ (?=[%€])/g, '\u00a0')
    .trim();
}
