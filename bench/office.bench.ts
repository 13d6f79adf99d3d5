import sharp from 'sharp';
import { type Author, signIn } from '#scripts/programs/author.ts';
import { AUTHOR } from '#scripts/programs/server.ts';
import type { Figures } from './bounds.ts';
import { type Bench, withProduct } from './product.ts';
import { forEachLimited, mustFetch, partOf, readersDuring } from './requests.ts';

const SIGN_INS = 20;
const UPLOADS = 5;
const SAVES = 200;
const SAVERS = 4;
/** Pages are asked for this often while the rest goes on, in milliseconds: a busy evening of a small site. */
const PAGE_EVERY_MS = 5;
/** What is measured is readers: a machine that is busy with something else may be slow with pictures. */
const PATIENCE_MS = 600_000;

/** Public pages while administrators sign in, upload and save, all at once. */
export function benchOffice({ posts, note }: Bench): Promise<Figures<'office'>> {
  return withProduct({ posts, note, settings: { TRUST_PROXY: 'true' } }, async ({ port, origin, corpus }) => {
    const author = await signIn(origin, PATIENCE_MS);
    const pictures = await Promise.all(Array.from({ length: UPLOADS }, (_, index) => picture(index)));
    const paths = ['/', '/blog', ...corpus.paths.slice(0, 40)];
    for (const path of paths) await mustFetch(port, path);
    note(`${SIGN_INS} sign-ins, ${UPLOADS} uploads and ${SAVES} saves at once`);
    const signIns = Array.from({ length: SIGN_INS }, (_, index) => tryToSignIn(origin, index));
    const uploads = pictures.map((bytes, index) =>
      author.client.uploadImage({ image: { filename: `photo-${index}.jpg`, bytes } }),
    );
    const work = Promise.all([...signIns, ...uploads, save(author)]);
    return { pages: partOf(await readersDuring({ port, paths, everyMs: PAGE_EVERY_MS }, work), 0.95) };
  });
}

/** A wrong password, as from an address of its own: each is worth a whole bcrypt. */
async function tryToSignIn(origin: string, index: number): Promise<void> {
  const answer = await fetch(`${origin}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${index + 1}` },
    body: JSON.stringify({ username: AUTHOR.username, password: `pas le bon ${index}` }),
  });
  await answer.arrayBuffer();
}

async function save({ client }: Author): Promise<void> {
  const { posts } = await client.getPostTable({ limit: 50 });
  await forEachLimited(Array.from({ length: SAVES }).fill(null), SAVERS, (_, index) =>
    client.updatePost({ id: posts[index % posts.length]?.id ?? '', excerpt: `Essai numéro ${index}` }),
  );
}

/** A photograph of 12 megapixels, each another. */
async function picture(index: number) {
  const noise = { type: 'gaussian', mean: 100 + index, sigma: 30 } as const;
  const noisy = sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#345', noise } });
  return new Uint8Array(await noisy.jpeg({ quality: 60 }).toBuffer());
}
