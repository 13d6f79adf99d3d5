import { Resvg } from '@resvg/resvg-js';
import satori, { type Font } from 'satori';
import { CARD_SIZE, CARD_TITLE, composedCard } from '#content/model/social-card.ts';
import { makeBadge } from '#content/service/images/image-pipeline.ts';
import type { CardTask } from '../images/picture-process.ts';
import { cardView, LOGO_BOX, readCardFonts, type ShownLogo, wholeTitle, writable } from './card-view.ts';

/** Longer titles are cut, in characters: four lines never hold as much. */
const MAX_TITLE = 300;

/**
 * The picture of a card (PNG, 1200 × 630). A long title is made smaller until it has four lines at most; what does not
 * fit even then ends in « … ». A logo that cannot be decoded is left out.
 */
export async function drawCard({ card, logo }: CardTask): Promise<Uint8Array> {
  const fonts = await readCardFonts();
  const { brand, category, title } = composedCard(card);
  const shown = {
    brand: writable(brand),
    category: writable(category),
    title: writable(title.slice(0, MAX_TITLE)),
  };
  const size = await titleSize(shown.title, fonts);
  const view = cardView({ ...shown, logo: await shownLogo(logo) }, size);
  const svg = await satori(view, { ...CARD_SIZE, fonts });
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
}

async function shownLogo(bytes: Uint8Array | null): Promise<ShownLogo | null> {
  if (bytes === null) return null;
  try {
    const { data, info } = await makeBadge(bytes, LOGO_BOX);
    const source = `data:image/png;base64,${data.toString('base64')}`;
    return { source, width: info.width, height: info.height };
  } catch {
    return null; // Any failure means: no image that can be shown.
  }
}

/** The largest size at which a title has four lines at most and room on the card, else the smallest there is. */
export async function titleSize(title: string, fonts: Font[]): Promise<number> {
  const { sizes, lineHeight, maxLines, maxHeight, width } = CARD_TITLE;
  for (const size of sizes) {
    const svg = await satori(wholeTitle(title, size), { width, fonts });
    const height = Number(/height="([0-9.]+)"/.exec(svg)?.[1] ?? 0);
    if (height <= maxHeight && Math.round(height / (size * lineHeight)) <= maxLines) return size;
  }
  return sizes[sizes.length - 1] ?? 56;
}
