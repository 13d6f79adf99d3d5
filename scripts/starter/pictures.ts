import sharp, { type Sharp } from 'sharp';
import { cashChart } from './charts/cash.ts';
import { paceChart } from './charts/pace.ts';
import { payChart } from './charts/pay.ts';
import { pricesChart } from './charts/prices.ts';
import { cashCover } from './covers/cash.ts';
import { ironmanCover } from './covers/ironman.ts';
import { pricesCover } from './covers/prices.ts';
import { streamsCover } from './covers/streams.ts';
import { backdrop } from './portrait/backdrop.ts';
import { engraveBust, HEIGHT, WIDTH } from './portrait/engraving.ts';

/** A picture of the starter: the first part of its file's name, its ending, and how to make its bytes. */
export interface Picture {
  readonly name: string;
  readonly ending: 'jpg' | 'webp';
  readonly make: () => Promise<Buffer>;
}

export const PICTURES: readonly Picture[] = [
  photo('couverture-ironman', ironmanCover),
  photo('couverture-tresorerie', cashCover),
  photo('couverture-prix', pricesCover),
  photo('couverture-remuneration', streamsCover),
  chart('graphique-allure-marathon', paceChart),
  chart('graphique-tresorerie', cashChart),
  chart('graphique-prix', pricesChart),
  chart('graphique-remuneration', payChart),
  { name: 'portrait-antoine-delvaure', ending: 'jpg', make: () => asJpeg(portrait()) },
];

function photo(name: string, draw: () => string): Picture {
  return { name, ending: 'jpg', make: () => asJpeg(sharp(Buffer.from(draw()))) };
}

function chart(name: string, draw: () => string): Picture {
  const make = (): Promise<Buffer> =>
    sharp(Buffer.from(draw())).webp({ quality: 92, smartSubsample: true, effort: 6 }).toBuffer();
  return { name, ending: 'webp', make };
}

function portrait(): Sharp {
  const bust = { input: engraveBust(), raw: { width: WIDTH, height: HEIGHT, channels: 4 } } as const;
  return sharp(Buffer.from(backdrop())).composite([bust]);
}

/** JPEG with whole colour resolution: thin gold lines on ink lose theirs otherwise. */
function asJpeg(picture: Sharp): Promise<Buffer> {
  return picture
    .flatten({ background: '#0B0F17' })
    .jpeg({ quality: 82, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
