import { describe, expect, it } from 'vitest';
import { CARD_TITLE } from '#content/model/social-card.ts';
import { plainImage } from '#content/testing/images.ts';
import { dominantColour, pictureFacts } from '../testing/pictures.ts';
import { readCardFonts, writable } from './card-view.ts';
import { drawCard, titleSize } from './draw-card.ts';

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
    const [largest, smallest] = [CARD_TITLE.sizes[0], CARD_TITLE.sizes.at(-1)];
    expect([sizes[0], sizes[2]]).toEqual([largest, smallest]);
    const four =
      'Trésorerie : trois décisions que les dirigeants remettent à plus tard, et ce qu’elles coûtent';
    expect(await titleSize(four, fonts)).toBe(82);
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

describe('writable signs of mathematics', () => {
  it.each([
    ['Chiffre d’affaires ≠ trésorerie', 'Chiffre d’affaires n’est pas trésorerie'],
    ['a≠b', 'a n’est pas b'],
    ['Marge ≥ 35 %, délai ≤ 30 jours', 'Marge >= 35\u00a0%, délai <= 30 jours'],
    ['Devis → facture', 'Devis – facture'],
  ])('are written in %j with signs that the fonts have', (text, written) => {
    expect(writable(text)).toBe(written);
  });
});

describe('drawCard', () => {
  const card = { brand: 'Encrier', category: 'Prix', title: 'Fixer son prix', logo: 'x' };
  const drawn = async (logo: Uint8Array | null) => Buffer.from(await drawCard({ card, logo }));

  it('draws the logo whole before the brand, whatever its size', async () => {
    const wide = await drawn(await plainImage(3000, 300, '#ff0000').png().toBuffer());
    expect(await pictureFacts(wide)).toMatchObject({ format: 'png', width: 1200, height: 630 });
    const at = { left: 80, top: 526, width: 240, height: 24 };
    expect(await dominantColour(wide, at)).toMatchObject({ r: 248, g: 8, b: 8 });
  });

  it('leaves out what is no picture that is decoded whole: damaged, hostile, endless', async () => {
    const without = await drawn(null);
    const png = await plainImage(300, 300).png({ compressionLevel: 0 }).toBuffer();
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>throw 1</script><image href="file:///etc/passwd"/></svg>`;
    for (const bytes of [png.subarray(0, 5_000), Buffer.from(svg), Buffer.alloc(0)])
      expect((await drawn(bytes)).equals(without)).toBe(true);
  });
});
