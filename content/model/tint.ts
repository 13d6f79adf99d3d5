/** Shades of each of the three colours of a tint. */
const TINT_LEVELS = 8;

const SHAPE = /^[0-7]{3}$/;

/**
 * The average colour of a picture (0 to 255 each) in a few bytes: one digit for each of red, green and blue. A page says
 * it by classes, since its policy allows no style of its own (docs/design.md, Pages).
 */
export function tintOf([red = 0, green = 0, blue = 0]: readonly number[]): string {
  return [red, green, blue].map((value) => Math.min(TINT_LEVELS - 1, Math.floor(value / 32))).join('');
}

/** The classes (site/styles/tints.css) that show a tint; none for what is no tint. */
export function tintClasses(tint: string | null | undefined): string | undefined {
  if (tint == null || !SHAPE.test(tint)) return undefined;
  const [red = '', green = '', blue = ''] = tint;
  return `tint r${red} g${green} b${blue}`;
}
