import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { icon, logo } from './logo.ts';
import { PICTURES, type Picture } from './pictures.ts';
import { hashedName, isVersionOf, pointTo } from './references.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const STARTER = path.join(ROOT, 'content/starter');
const IMAGES = path.join(STARTER, 'images/2026');
const PUBLIC = path.join(ROOT, 'site/public');

/** Names given on the command line make those pictures only: `npm run starter -- couverture-prix`. */
const wanted = process.argv.slice(2);

await mkdir(IMAGES, { recursive: true });
await mkdir(PUBLIC, { recursive: true });
for (const picture of PICTURES) {
  if (wanted.length === 0 || wanted.includes(picture.name)) await replace(picture);
}
if (wanted.length === 0 || wanted.includes('logo')) await writeIcons();

/** Writes the picture, removes its other versions, and points the starter's files to it. */
async function replace(picture: Picture): Promise<void> {
  const bytes = await picture.make();
  const file = hashedName(picture.name, picture.ending, bytes);
  for (const other of await readdir(IMAGES)) {
    if (isVersionOf(other, picture.name) && other !== file) await rm(path.join(IMAGES, other));
  }
  await writeFile(path.join(IMAGES, file), bytes);
  for (const text of await texts()) {
    const before = await readFile(text, 'utf8');
    const after = pointTo(before, picture.name, file);
    if (after !== before) await writeFile(text, after);
  }
  console.log(`${file}  ${Math.round(bytes.length / 1024)} KB`);
}

async function texts(): Promise<readonly string[]> {
  const entries = await readdir(path.join(STARTER, 'posts'), { recursive: true });
  const posts = entries
    .filter((entry) => entry.endsWith('.md'))
    .map((entry) => path.join(STARTER, 'posts', entry));
  return [...posts, path.join(STARTER, 'site.yml')];
}

async function writeIcons(): Promise<void> {
  await writeFile(path.join(PUBLIC, 'logo.svg'), logo());
  await writeFile(path.join(PUBLIC, 'favicon.svg'), icon(14));
  const sizes = [
    { file: 'favicon-32.png', size: 32, corner: 14 },
    { file: 'apple-touch-icon.png', size: 180, corner: 0 },
    { file: 'icon-512.png', size: 512, corner: 0 },
  ];
  for (const { file, size, corner } of sizes) {
    const source = sharp(Buffer.from(icon(corner)), { density: (72 * size) / 64 });
    await source.resize(size, size).png({ compressionLevel: 9 }).toFile(path.join(PUBLIC, file));
  }
}
