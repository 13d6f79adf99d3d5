import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { runLimited } from '#content/git/concurrency.ts';
import { type Author, signIn } from '#scripts/programs/author.ts';
import { AUTHOR } from '#scripts/programs/server.ts';
import type { Figures } from './bounds.ts';
import { type Bench, idle, withProduct } from './product.ts';
import { fetchPage, mustFetch, partOf, readersDuring } from './requests.ts';
import { searchQuestions } from './search-questions.ts';

const SIGN_INS = 20;
const UPLOADS = 5;
const SAVES = 200;
const SAVERS = 4;
/** Pages are asked for this often while the rest goes on, in milliseconds: a busy evening of a small site. */
const PAGE_EVERY_MS = 5;
/** The same number of saves and uploads, spread over a minute in which so many questions are asked. */
const STEADY_MS = 60_000;
const QUESTIONS = 6000;
/** What is measured is readers: a machine that is busy with something else may be slow with pictures. */
const PATIENCE_MS = 600_000;

/** Public pages while administrators sign in, upload and save: all at once, then spread over a minute beside searches. */
export function benchOffice({ posts, note }: Bench): Promise<Figures<'office'>> {
  return withProduct(
    { posts, note, settings: { TRUST_PROXY: 'true' } },
    async ({ port, pid, origin, corpus }) => {
      const author = await signIn(origin, PATIENCE_MS);
      const pictures = await Promise.all(Array.from({ length: UPLOADS }, (_, index) => picture(index)));
      const paths = ['/', '/blog', ...corpus.paths.slice(0, 40)];
      for (const path of paths) await mustFetch(port, path);
      note(`${SIGN_INS} sign-ins, ${UPLOADS} uploads and ${SAVES} saves at once`);
      const signIns = Array.from({ length: SIGN_INS }, (_, index) => tryToSignIn(origin, index));
      const uploads = pictures.map((bytes, index) => upload(author, bytes, index));
      const work = Promise.all([...signIns, ...uploads, save(author)]);
      const atOnce = await readersDuring({ port, paths, everyMs: PAGE_EVERY_MS }, work);
      await idle(pid);
      note(`${SAVES} saves, ${UPLOADS} uploads and ${QUESTIONS} searches in a minute`);
      const posts = await savedPosts(author);
      const questions = searchQuestions(QUESTIONS).map(
        (question) => `/recherche?q=${encodeURIComponent(question)}`,
      );
      const others = await Promise.all(pictures.map((_, index) => picture(UPLOADS + index)));
      let refused = 0;
      const minute = Promise.all([
        spread(SAVES, (index) => saveOne(author, posts, SAVES + index)),
        spread(UPLOADS, (index) => upload(author, others[index] ?? new Uint8Array(), UPLOADS + index)),
        spread(QUESTIONS, async (index) => {
          // A search that has too many questions waiting tells some to come back.
          if ((await fetchPage(port, questions[index] ?? '')).status !== 200) refused += 1;
        }),
      ]);
      const steady = await readersDuring({ port, paths, everyMs: PAGE_EVERY_MS }, minute);
      note(`${refused} searches were told to come back`);
      return { pages: partOf(atOnce, 0.95), steady: partOf(steady, 0.95) };
    },
  );
}

/** Begins each when it is due, so that all are begun within a minute. */
async function spread(amount: number, work: (index: number) => Promise<unknown>): Promise<void> {
  const begin = performance.now();
  const begun: Promise<unknown>[] = [];
  for (let index = 0; index < amount; index += 1) {
    await pause(Math.max(0, begin + (index * STEADY_MS) / amount - performance.now()));
    begun.push(work(index));
  }
  await Promise.all(begun);
}

function upload({ client }: Author, bytes: Uint8Array<ArrayBuffer>, index: number) {
  return client.uploadImage({ image: { filename: `photo-${index}.jpg`, bytes } });
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

async function save(author: Author): Promise<void> {
  const posts = await savedPosts(author);
  await runLimited([...Array(SAVES).keys()], SAVERS, async (index) => {
    await saveOne(author, posts, index);
  });
}

async function savedPosts({ client }: Author): Promise<readonly string[]> {
  const { posts } = await client.getPostTable({ limit: 50 });
  return posts.map(({ id }) => id);
}

function saveOne({ client }: Author, posts: readonly string[], index: number) {
  return client.updatePost({ id: posts[index % posts.length] ?? '', excerpt: `Essai numéro ${index}` });
}

/** A photograph of 12 megapixels, each another. */
async function picture(index: number) {
  const noise = { type: 'gaussian', mean: 100 + index, sigma: 30 } as const;
  const noisy = sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#345', noise } });
  return new Uint8Array(await noisy.jpeg({ quality: 60 }).toBuffer());
}
