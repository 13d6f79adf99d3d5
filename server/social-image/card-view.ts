import { readFile } from 'node:fs/promises';
import type { Font } from 'satori';
import { GOLD, IVORY, MUTED, NIGHT } from '#content/model/colours.ts';
import { CARD_SIZE, CARD_TITLE, type SocialCard } from '#content/model/social-card.ts';

/** The house's fonts in the weights a card needs; satori reads no variable font and no woff2 (docs/decisions/044). */
const FILES = [
  { name: 'Newsreader', weight: 500, file: 'newsreader-latin-500.woff' },
  { name: 'Newsreader Ext', weight: 500, file: 'newsreader-latin-ext-500.woff' },
  { name: 'Hanken Grotesk', weight: 600, file: 'hanken-grotesk-latin-600.woff' },
  { name: 'Hanken Grotesk Ext', weight: 600, file: 'hanken-grotesk-latin-ext-600.woff' },
] as const;

const SERIF = 'Newsreader, Newsreader Ext';
const SANS = 'Hanken Grotesk, Hanken Grotesk Ext';

/** Reads them from beside this file, in the source as in the build. */
export function readCardFonts(): Promise<Font[]> {
  return Promise.all(
    FILES.map(async ({ name, weight, file }) => ({
      name,
      weight,
      style: 'normal' as const,
      data: await readFile(new URL(`fonts/${file}`, import.meta.url)),
    })),
  );
}

/** Signs that these fonts lack, as they can write them. */
const WRITTEN: readonly (readonly [sign: RegExp, written: string])[] = [
  [/ *≠ */gu, ' n’est pas '],
  [/≥/gu, '>='],
  [/≤/gu, '<='],
  [/→/gu, '–'],
];

/** What these fonts can write: Latin letters, figures, usual signs. All else would be an empty box. */
export function writable(text: string): string {
  return WRITTEN.reduce((result, [sign, written]) => result.replace(sign, written), text.normalize('NFC'))
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

/** A fifth of the gold. */
const RING = `${GOLD}33`;

const EDGE = (CARD_SIZE.width - CARD_TITLE.width) / 2;

type Style = Readonly<Record<string, string | number>>;
export interface ShownLogo {
  /** A `data:` address. */
  readonly source: string;
  readonly width: number;
  readonly height: number;
}

/** What a logo has room in, in pixels. */
export const LOGO_BOX = { width: 240, height: 72 } as const;

type CardTexts = Pick<SocialCard, 'brand' | 'category' | 'title'>;

/** An element as satori reads it: React's own, without React. */
export interface CardElement {
  readonly type: 'div' | 'img';
  readonly key: null;
  readonly props: {
    readonly style: Style;
    readonly children?: string | readonly CardElement[];
    readonly src?: string;
    readonly width?: number;
    readonly height?: number;
  };
}

function box(style: Style, children?: string | readonly CardElement[]): CardElement {
  const props = { style: { display: 'flex', ...style } };
  return { type: 'div', key: null, props: children === undefined ? props : { ...props, children } };
}

/** The title alone at a size: what is measured before the card is drawn. */
function titleView(title: string, size: number): CardElement {
  const lines = { display: 'block', lineClamp: CARD_TITLE.maxLines };
  return box({ ...titleStyle(size), ...lines, width: CARD_TITLE.width }, title);
}

/** The same without a limit. */
export function wholeTitle(title: string, size: number): CardElement {
  return box({ ...titleStyle(size), width: CARD_TITLE.width }, title);
}

export function cardView(
  { brand, category, title, logo }: CardTexts & { readonly logo: ShownLogo | null },
  size: number,
): CardElement {
  const column = { boxSizing: 'border-box', flexDirection: 'column', justifyContent: 'space-between' };
  return box({ ...CARD_SIZE, ...column, padding: EDGE, backgroundColor: NIGHT, color: IVORY }, [
    ...RADII.map(ring),
    box({ ...SMALL, ...ONE_LINE, color: GOLD, letterSpacing: 1 }, category),
    titleView(title, size),
    box({ ...SMALL, alignItems: 'center', color: MUTED }, [
      logo === null ? box({ ...BEFORE_BRAND, width: 56, height: 2, backgroundColor: GOLD }) : logoView(logo),
      box({ ...ONE_LINE, maxWidth: 900 }, brand),
    ]),
  ]);
}

const BEFORE_BRAND: Style = { marginRight: 24 };

function logoView({ source, width, height }: ShownLogo): CardElement {
  return { type: 'img', key: null, props: { style: BEFORE_BRAND, src: source, width, height } };
}

const ONE_LINE: Style = { display: 'block', lineClamp: 1 };
const SMALL: Style = { fontFamily: SANS, fontSize: 30, fontWeight: 600 };

function titleStyle(size: number): Style {
  return {
    fontFamily: SERIF,
    fontSize: size,
    fontWeight: 500,
    color: IVORY,
    lineHeight: CARD_TITLE.lineHeight,
    letterSpacing: -0.015 * size,
    wordBreak: 'break-word',
  };
}

/** The dial of the artwork, off the upper right corner. */
const RADII = [90, 150, 210, 270] as const;

function ring(radius: number): CardElement {
  const place = { position: 'absolute', top: 40 - radius, left: CARD_SIZE.width - 60 - radius };
  const line = { border: `2px solid ${RING}`, borderRadius: radius };
  return box({ ...place, ...line, width: 2 * radius, height: 2 * radius });
}
