import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GOLD, IVORY, MUTED, NIGHT } from './colours.ts';

function sheet(name: string): string {
  return readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
}

describe('the colours of the night', () => {
  it.each(Object.entries({ night: NIGHT, ivory: IVORY, muted: MUTED, gold: GOLD }))(
    'are those of the style sheet: %s',
    (name, colour) => {
      expect(sheet('styles/tokens.css')).toContain(`--${name}: ${colour};`);
    },
  );

  it.each(['public/plain.css', 'offline/keeper.ts'])('are all that %s has', (name) => {
    const known = new Set(sheet('styles/tokens.css').match(/#[0-9a-f]{6}\b/g));
    const colours = sheet(name).match(/#[0-9a-f]{6}\b/g) ?? [];
    expect(colours.filter((colour) => !known.has(colour))).toEqual([]);
  });

  it('are behind the pages that load no style sheet of the site', () => {
    expect(sheet('public/plain.css')).toContain(`background: ${NIGHT};`);
    expect(sheet('offline/keeper.ts')).toContain(`background:${NIGHT}`);
  });
});
