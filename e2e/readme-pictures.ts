// Takes the pictures of README.md from the built product: npm run pictures
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { LAUNCH_OPTIONS } from './browser.ts';
import { ARTICLE } from './pages.ts';
import { startSite } from './site-process.ts';

const FOLDER = fileURLToPath(new URL('../docs/images/', import.meta.url));
const MAX_BYTES = 350 * 1024;

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly viewport: { readonly width: number; readonly height: number };
  /** Pixels of the picture for one of the page. */
  readonly scale: number;
}

const PICTURES: readonly Picture[] = [
  { name: 'home.png', path: '/', viewport: { width: 1280, height: 800 }, scale: 1 },
  { name: 'article-phone.png', path: ARTICLE, viewport: { width: 390, height: 844 }, scale: 2 },
];

await mkdir(FOLDER, { recursive: true });
const site = await startSite('full');
const browser = await chromium.launch(LAUNCH_OPTIONS);
try {
  for (const picture of PICTURES) await take(picture);
} finally {
  await browser.close();
  await site.stop();
}

async function take({ name, path, viewport, scale }: Picture): Promise<void> {
  const page = await browser.newPage({
    viewport,
    deviceScaleFactor: scale,
    locale: 'fr-FR',
    reducedMotion: 'reduce',
  });
  await page.goto(site.origin + path);
  // Fonts are there from the second page on (site/styles/fonts.css).
  await page.reload();
  await settled(page);
  const { data, info } = await sharp(await page.screenshot())
    .png({ palette: true, colours: 256, effort: 10, compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  if (info.size > MAX_BYTES) throw new Error(`${name} weighs ${info.size} bytes.`);
  await writeFile(join(FOLDER, name), data);
  console.log(`${name}: ${info.width} x ${info.height}, ${Math.round(info.size / 1024)} KB`);
  await page.close();
}

async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // A lazy image that is not displayed never loads.
    const shown = [...document.images].filter(
      (image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight,
    );
    await Promise.all(shown.map((image) => image.decode()));
  });
}
