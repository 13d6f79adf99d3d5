import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Advance and outline of each character, in thousandths of the type size. */
const fontSchema = z.record(z.string(), z.tuple([z.number(), z.string()]));
const glyphsSchema = z.object({ 500: fontSchema, 700: fontSchema });

export type Weight = keyof z.infer<typeof glyphsSchema>;

/**
 * Outlines of Hanken Grotesk (SIL Open Font License 1.1), the site's own letters, at two weights, taken from the
 * variable font with fontTools. The charts draw their words from them: they look the same whatever fonts a machine has.
 */
const GLYPHS = glyphsSchema.parse(
  JSON.parse(readFileSync(new URL('./glyphs.json', import.meta.url), 'utf8')),
);

export interface Label {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly fill: string;
  readonly weight?: Weight;
  readonly anchor?: 'start' | 'middle' | 'end';
}

/** A line of text as outlines. Throws on a character that has none. */
export function label({ text, x, y, size, fill, weight = 500, anchor = 'start' }: Label): string {
  const shares = { start: 0, middle: 0.5, end: 1 };
  const left = x - textWidth(text, size, weight) * shares[anchor];
  const scale = size / 1000;
  let advance = 0;
  const paths = Array.from(text, (character) => {
    const [width, path] = glyph(character, weight);
    const drawn = path === '' ? '' : `<path transform="translate(${advance} 0)" d="${path}"/>`;
    advance += width;
    return drawn;
  });
  return `<g transform="translate(${Math.round(left * 10) / 10} ${y}) scale(${scale})" fill="${fill}">${paths.join('')}</g>`;
}

export function textWidth(text: string, size: number, weight: Weight): number {
  return (
    Array.from(text, (character) => glyph(character, weight)[0]).reduce((sum, width) => sum + width, 0) *
    (size / 1000)
  );
}

function glyph(character: string, weight: Weight): readonly [number, string] {
  const found = GLYPHS[weight][character];
  if (found === undefined) throw new RangeError(`no outline for « ${character} »`);
  return found;
}
