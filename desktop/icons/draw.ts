import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** What systems and installers ask for, in pixels. */
const SIZES = [16, 32, 48, 64, 128, 256, 512, 1024] as const;
/** A drop of ink that falls from a nib into its well: amber on the site's night. The window's page has it too. */
const ICON = fileURLToPath(new URL('icon.svg', import.meta.url));

for (const size of SIZES) {
  const file = fileURLToPath(new URL(`${size}x${size}.png`, import.meta.url));
  await sharp(ICON, { density: 72 * (size / 64) * 4 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toFile(file);
}
