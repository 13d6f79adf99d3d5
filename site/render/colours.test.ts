import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GOLD, GOLD_LIGHT, IVORY, MUTED, NIGHT, TEXT } from './colours.ts';

function sheet(name: string): string {
  return readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
}

describe('the colours of the night', () => {
  it.each(
    Object.entries({
      night: NIGHT,
      ivory: IVORY,
      text: TEXT,
      muted: MUTED,
      gold: GOLD,
      'gold-light': GOLD_LIGHT,
    }),
  )('are those of the style sheet: %s', (name, colour) => {
    expect(sheet('styles/tokens.css')).toContain(`--${name}: ${colour};`);
  });

  it('are all that the sheet of plain pages has', () => {
    const colours = sheet('public/plain.css').match(/#[0-9a-f]{6}\b/g);
    expect(colours).toEqual([NIGHT, IVORY, GOLD]);
  });
});
