import { describe, expect, it } from 'vitest';
import { readCardFonts, writable } from './card-fonts.ts';
import { TITLE_SIZES } from './card-view.ts';
import { titleSize } from './draw-card.ts';

describe('titleSize', () => {
  it('is the largest for a short title, less for a long one, the smallest for one that does not fit', async () => {
    const fonts = await readCardFonts();
    const long =
      'Trésorerie : trois décisions que les dirigeants remettent à plus tard, et ce qu’elles leur coûtent au bout de cinq ans';
    const sizes = [
      await titleSize('Fixer son prix', fonts),
      await titleSize(long, fonts),
      await titleSize('mot '.repeat(80), fonts),
    ];
    const [largest, smallest] = [TITLE_SIZES[0], TITLE_SIZES[TITLE_SIZES.length - 1]];
    expect([sizes[0], sizes[2]]).toEqual([largest, smallest]);
    expect(sizes[1]).toBeLessThan(largest);
    expect(sizes[1]).toBeGreaterThan(Number(smallest));
  });
});

describe('writable', () => {
  it('keeps French texts and their spaces, and leaves out what the fonts cannot write', () => {
    expect(writable('L’œuvre\u202f: «\u00a0Łódź\u00a0» 😀 漢字 — 5 € et 10 %')).toBe(
      'L’œuvre\u00a0: «\u00a0Łódź\u00a0» — 5\u00a0€ et 10\u00a0%',
    );
  });
});
