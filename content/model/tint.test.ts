import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tintClasses, tintOf } from './tint.ts';

/** The value (0 to 255) that each level stands for: the middle of what it covers. */
const VALUES = [16, 48, 80, 112, 144, 176, 208, 240];

describe('tintOf', () => {
  it('says a colour in three digits, each within 16 of what it was', () => {
    expect([tintOf([0, 0, 0]), tintOf([255, 255, 255]), tintOf([47, 49, 54])]).toEqual(['000', '777', '111']);
    for (let value = 0; value < 256; value += 1) {
      const level = Number(tintOf([value])[0]);
      expect(Math.abs((VALUES[level] ?? Number.NaN) - value)).toBeLessThanOrEqual(16);
    }
  });
});

describe('tintClasses', () => {
  it('names the rules of the style sheet, which has one for each level of each colour', () => {
    expect(tintClasses('036')).toBe('tint r0 g3 b6');
    const css = readFileSync(new URL('../../site/styles/tints.css', import.meta.url), 'utf8');
    for (const colour of ['r', 'g', 'b']) {
      for (const [level, value] of VALUES.entries()) {
        expect(css).toContain(`.${colour}${level} {\n  --${colour}: ${value};\n}`);
      }
    }
  });

  it('has none for what is no tint', () => {
    expect(['', '08a', '1234', null, undefined].map(tintClasses)).toEqual(Array(5).fill(undefined));
  });
});
