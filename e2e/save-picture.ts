import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import sharp from 'sharp';

/** Where the documents look for their pictures. */
export const PICTURES_FOLDER = fileURLToPath(new URL('../docs/images/', import.meta.url));

/** Takes a picture of what a page shows, once its fonts and images are there; refuses one of more than these bytes. */
export async function savePicture(page: Page, name: string, maxBytes: number): Promise<void> {
  await resolved(page);
  const { data, info } = await sharp(await page.screenshot())
    .png({ palette: true, colours: 256, effort: 10, compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  if (info.size > maxBytes) throw new Error(`${name} weighs ${info.size} bytes.`);
  await writeFile(join(PICTURES_FOLDER, name), data);
  console.log(`${name}: ${info.width} x ${info.height}, ${Math.round(info.size / 1024)} KB`);
}

async function resolved(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // A lazy image that is not displayed never loads; the editor has images without an address around its widgets.
    const shown = [...document.images].filter(
      (image) =>
        image.currentSrc !== '' && image.checkVisibility() && image.getBoundingClientRect().top < innerHeight,
    );
    await Promise.all(shown.map((image) => image.decode()));
  });
}
