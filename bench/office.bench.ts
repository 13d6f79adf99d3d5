import sharp from 'sharp';
import * as z from 'zod';
import { ADMINISTRATOR, type Administrator, signIn } from './administrator.ts';
import type { Figures } from './bounds.ts';
import { makeCorpus } from './corpus.ts';
import { fetchPage, forEachLimited } from './load.ts';
import { settled, startProduct } from './process.ts';

const SIGN_INS = 20;
const UPLOADS = 5;
const SAVES = 200;
const SAVERS = 4;
/** Pages are asked for this often while the rest goes on, in milliseconds: a busy evening of a small site. */
const PAGE_EVERY_MS = 5;

/** Public pages while administrators sign in, upload and save, all at once. */
export async function benchOffice(count: number, note: (text: string) => void): Promise<Figures<'office'>> {
  const corpus = makeCorpus(count);
  const server = await startProduct({
    DATA_DIR: corpus.dataDir,
    LOG_LEVEL: 'error',
    TRUST_PROXY: 'true',
    ...ADMINISTRATOR,
  });
  note(`${count} articles: until the first start’s work is done`);
  await settled(server);
  const { port } = server;
  const administrator = await signIn(port);
  const pictures = await Promise.all(Array.from({ length: UPLOADS }, (_, index) => picture(index)));
  const paths = ['/', '/blog', ...corpus.paths.slice(0, 40)];
  for (const path of paths) await fetchPage(port, path);
  note(`${SIGN_INS} sign-ins, ${UPLOADS} uploads and ${SAVES} saves at once`);
  const busy = await readersDuring(port, paths, work(port, administrator, pictures));
  await server.stop();
  corpus.remove();
  return { pages: p95(busy) };
}

function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

/** Milliseconds each page took, from when it was due, until `work` ended. */
async function readersDuring(
  port: number,
  paths: readonly string[],
  work: Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  const asked: Promise<void>[] = [];
  const reading = { isOver: false };
  const ended = work.finally(() => {
    reading.isOver = true;
  });
  let due = performance.now();
  for (let index = 0; !reading.isOver; index += 1) {
    const path = paths[index % paths.length] ?? '/';
    const since = due;
    asked.push(
      fetchPage(port, path).then(({ status }) => {
        if (status !== 200) throw new Error(`${path} was answered ${status}`);
        times.push(performance.now() - since);
      }),
    );
    due += PAGE_EVERY_MS;
    await pause(Math.max(0, due - performance.now()));
  }
  await Promise.all([ended, ...asked]);
  return times;
}

async function work(
  port: number,
  administrator: Administrator,
  pictures: readonly Uint8Array[],
): Promise<void> {
  const signIns = Array.from({ length: SIGN_INS }, (_, index) => tryToSignIn(port, index));
  const uploads = pictures.map((bytes, index) => upload(administrator, bytes, index));
  await Promise.all([...signIns, ...uploads, save(administrator)]);
}

/** A wrong password, as from an address of its own: each is worth a whole bcrypt. */
async function tryToSignIn(port: number, index: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${index + 1}` },
    body: JSON.stringify({ username: ADMINISTRATOR.ADMIN_USERNAME, password: `pas le bon ${index}` }),
  });
  await answer.arrayBuffer();
}

async function upload(administrator: Administrator, bytes: Uint8Array, index: number): Promise<void> {
  const form = new FormData();
  form.set('image', new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' }), `photo-${index}.jpg`);
  const answer = await administrator.call('POST /api/admin/upload', form);
  if (answer.status !== 201)
    throw new Error(`an upload was answered ${answer.status}: ${await answer.text()}`);
}

async function save(administrator: Administrator): Promise<void> {
  const table = await administrator.call('GET /api/admin/posts/table?limit=50');
  const { posts } = z.object({ posts: z.array(z.object({ id: z.string() })) }).parse(await table.json());
  await forEachLimited(Array.from({ length: SAVES }), SAVERS, async (_, index) => {
    const { id } = posts[index % posts.length] ?? { id: '' };
    const answer = await administrator.call(`PATCH /api/posts/${id}`, { excerpt: `Essai numéro ${index}` });
    if (answer.status !== 200)
      throw new Error(`a save was answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  });
}

/** A photograph of 12 megapixels, each another. */
function picture(index: number): Promise<Uint8Array> {
  const noise = { type: 'gaussian', mean: 100 + index, sigma: 30 } as const;
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#345', noise } })
    .jpeg({ quality: 60 })
    .toBuffer();
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
