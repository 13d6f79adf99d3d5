import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as colours from '#content/model/colours.ts';
import { colourProperties } from './colour-properties.ts';

const SITE = new URL('../', import.meta.url);

function sheet(name: string): string {
  return readFileSync(new URL(name, SITE), 'utf8');
}

describe('colourProperties', () => {
  const { transform } = colourProperties();

  it.each(['main.css', 'main.css?direct'])('gives the sheets every colour by its name: %s', (id) => {
    const made = transform(sheet('styles/main.css'), id);
    expect(made).toContain(`--night:${colours.NIGHT};`);
    expect(made).toContain(`--gold-light:${colours.GOLD_LIGHT};`);
    expect(made).not.toContain('@colours');
  });

  it('writes a translucent colour as what it is', () => {
    const mixed = 'a{background:color-mix(in srgb, var(--gold-light) 5%, transparent)}';
    expect(transform(mixed, 'a.css')).toBe(`a{background:${colours.GOLD_LIGHT}0d}`);
    const foreign = 'a{color:color-mix(in srgb, var(--own) 5%, transparent)}';
    expect(transform(foreign, 'a.css')).toBe(foreign);
  });

  it('touches nothing but sheets', () => {
    expect(transform("'@colours;'", 'main.ts')).toBeNull();
  });

  it('leaves none to be said again, translucent or not', () => {
    const again = new RegExp(Object.values(colours).flatMap(spellings).join('|'), 'i');
    const sheets = readdirSync(SITE, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.css'),
    );
    expect(sheets.length).toBeGreaterThan(20);
    expect(sheets.filter((name) => again.test(sheet(name)))).toEqual([]);
  });
});

function spellings(colour: string): readonly string[] {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return [colour, `rgba?\\(${parts.join(',? ')}\\b`];
}
