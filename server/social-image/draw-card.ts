import { Resvg } from '@resvg/resvg-js';
import satori, { type Font } from 'satori';
import { CARD_SIZE, composedCard, type SocialCard } from '#content/model/social-card.ts';
import { readCardFonts, writable } from './card-fonts.ts';
import {
  cardView,
  MAX_TITLE_LINES,
  TITLE_LINE_HEIGHT,
  TITLE_SIZES,
  TITLE_WIDTH,
  wholeTitle,
} from './card-view.ts';

/** Longer titles are cut, in characters: four lines never hold as much. */
const MAX_TITLE = 300;

/**
 * The picture of a card (PNG, 1200 × 630). A long title is made smaller until it has four lines at most; what does not
 * fit even then ends in « … ».
 */
export async function drawCard(card: SocialCard): Promise<Uint8Array> {
  const fonts = await readCardFonts();
  const { brand, category, title } = composedCard(card);
  const shown = {
    brand: writable(brand),
    category: writable(category),
    title: writable(title.slice(0, MAX_TITLE)),
  };
  const size = await titleSize(shown.title, fonts);
  const svg = await satori(cardView(shown, size), { ...CARD_SIZE, fonts });
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
}

/** The largest size at which a title has four lines at most, else the smallest there is. */
export async function titleSize(title: string, fonts: Font[]): Promise<number> {
  for (const size of TITLE_SIZES) {
    const svg = await satori(wholeTitle(title, size), { width: TITLE_WIDTH, fonts });
    const height = Number(/height="([0-9.]+)"/.exec(svg)?.[1] ?? 0);
    if (Math.round(height / (size * TITLE_LINE_HEIGHT)) <= MAX_TITLE_LINES) return size;
  }
  return TITLE_SIZES[TITLE_SIZES.length - 1] ?? 56;
}
