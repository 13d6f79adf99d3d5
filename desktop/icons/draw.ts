import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** What systems and installers ask for, in pixels. */
const SIZES = [16, 32, 48, 64, 128, 256, 512, 1024] as const;

/** A drop of ink that falls from a nib into its well: amber on the site's night. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
  <rect width="64" height="64" rx="14" fill="#0b0f17"/>
  <path d="M32 7 41 25 34.4 35.5h-4.8L23 25Z" fill="#dba64f"/>
  <path d="M32 12.5v14" stroke="#0b0f17" stroke-width="2.2" stroke-linecap="round"/>
  <circle cx="32" cy="27.4" r="2.3" fill="#0b0f17"/>
  <path d="M20 38h24v4.2l4 4.6V53a4 4 0 0 1-4 4H20a4 4 0 0 1-4-4v-6.2l4-4.6Z" fill="none" stroke="#dba64f" stroke-width="3" stroke-linejoin="round"/>
  <path d="M19 49.5h26V53a1 1 0 0 1-1 1H20a1 1 0 0 1-1-1Z" fill="#efc47c"/>
</svg>`;

for (const size of SIZES) {
  const file = fileURLToPath(new URL(`${size}x${size}.png`, import.meta.url));
  await sharp(Buffer.from(ICON), { density: 72 * (size / 64) * 4 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toFile(file);
}
