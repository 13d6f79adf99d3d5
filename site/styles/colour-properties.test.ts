import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GOLD_LIGHT, NIGHT } from '#content/model/colours.ts';
import { colourProperties } from './colour-properties.ts';

describe('colourProperties', () => {
  const { transform } = colourProperties();
  const main = readFileSync(new URL('main.css', import.meta.url), 'utf8');

  it.each(['main.css', 'main.css?direct'])('gives the sheets every colour by its name: %s', (id) => {
    const sheet = transform(main, id);
    expect(sheet).toContain(`--night:${NIGHT};`);
    expect(sheet).toContain(`--gold-light:${GOLD_LIGHT};`);
    expect(sheet).not.toContain('@colours');
  });

  it('touches nothing but sheets', () => {
    expect(transform("'@colours;'", 'main.ts')).toBeNull();
  });
});
