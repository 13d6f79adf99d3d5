import * as colours from '#content/model/colours.ts';

/** Has Vite write every colour, as a property, in the place of `@colours` (main.css). */
export function colourProperties() {
  return {
    name: 'colour-properties',
    enforce: 'pre' as const,
    transform: (sheet: string, id: string) =>
      /\.css(?:\?|$)/.test(id) ? sheet.replace('@colours;', properties()) : null,
  };
}

function properties(): string {
  const all = Object.entries(colours).map(([name, value]) => `--${name.toLowerCase()}:${value};`);
  return all.join('').replaceAll('_', '-');
}
