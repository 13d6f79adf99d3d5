import { GOLD, GOLD_LIGHT, INK, IVORY } from './palette.ts';

/** The mark: a D drawn like a dial, its last arc in gold. Drawn on a square of 64. */
function mark(): string {
  return `<path d="M31 9.5H14V54.5H30.5A22.5 22.5 0 0 0 52.6 36.2" fill="none" stroke="${IVORY}" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"/><path d="M52.6 27.8A22.5 22.5 0 0 0 43.4 13.6" fill="none" stroke="${GOLD}" stroke-width="5" stroke-linecap="round"/><circle cx="42.4" cy="12.9" r="5.4" fill="${GOLD_LIGHT}"/>`;
}

/** The mark alone, for dark grounds: site/public/logo.svg. */
export function logo(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">${mark()}</svg>\n`;
}

/** The mark on its own ground, for browsers and telephones; `corner` rounds it, in 64ths of its side. */
export function icon(corner: number): string {
  const drawn = `<g transform="translate(32 32) scale(0.76) translate(-32 -32)">${mark()}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64"><rect width="64" height="64" rx="${corner}" fill="${INK}"/>${drawn}</svg>\n`;
}
