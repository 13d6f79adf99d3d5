import * as colours from '#content/model/colours.ts';

/**
 * Has Vite write every colour, as a property, in the place of `@colours` (main.css), and a translucent one as what it is,
 * which is shorter. (What print.css says instead of some is seen on paper, where nothing is translucent.)
 */
export function colourProperties() {
  return {
    name: 'colour-properties',
    // After Vite's own plugin, which puts the sheets that a sheet imports in their place.
    transform: (sheet: string, id: string) =>
      /\.css(?:\?|$)/.test(id) ? translucent(sheet.replace('@colours;', properties())) : null,
  };
}

const COLOURS = new Map(
  Object.entries(colours).map(([name, value]) => [`--${name.toLowerCase().replaceAll('_', '-')}`, value]),
);

function properties(): string {
  return [...COLOURS].map(([name, value]) => `${name}:${value};`).join('');
}

const TRANSLUCENT = /color-mix\(in srgb, var\((--[a-z-]+)\) (\d+)%, transparent\)/g;

function translucent(sheet: string): string {
  return sheet.replace(TRANSLUCENT, (whole, name: string, percent: string) => {
    const alpha = Math.round((255 * Number(percent)) / 100).toString(16);
    const colour = COLOURS.get(name);
    return colour === undefined ? whole : colour + alpha.padStart(2, '0');
  });
}
