import { setTimeout as pause } from 'node:timers/promises';

/** A page that is measured, and what is known beforehand. */
export interface MeasuredPage {
  readonly name: string;
  readonly path: string;
  /** Audits that it fails for being what it is. */
  readonly ignored: readonly string[];
}

/** How long pictures may take to be made, in milliseconds. */
const WITHIN_MS = 120_000;
const ASK_AGAIN_MS = 100;

/** Search engines are told to leave it out (noindex). */
const NOT_INDEXED = ['is-crawlable'];
/** The browser itself writes the status of such a page to the console. */
const MISSING = [...NOT_INDEXED, 'http-status-code', 'errors-in-console'];

/** The pages of the starter's site, with its covers. */
export const MEASURED_PAGES: readonly MeasuredPage[] = [
  { name: 'accueil', path: '/', ignored: [] },
  { name: 'liste', path: '/blog', ignored: [] },
  { name: 'article', path: '/blog/ironman-mindset-discipline-business', ignored: [] },
  { name: 'recherche', path: '/recherche?q=prix', ignored: NOT_INDEXED },
  { name: '404', path: '/inconnue', ignored: MISSING },
];

/** Asks for pages and for all their pictures until each is in its last form, as the readers before the one measured did. */
export async function warm(origin: string, paths: readonly string[]): Promise<void> {
  const deadline = Date.now() + WITHIN_MS;
  for (const path of paths) {
    const html = await (await fetch(origin + path)).text();
    const pictures = new Set(html.match(/\/images\/[0-9a-f]{40}\/[^" ]+?\.(?:avif|webp)/g) ?? []);
    for (const picture of pictures) await madePicture(origin + picture, deadline);
  }
}

async function madePicture(address: string, deadline: number): Promise<void> {
  const wanted = address.endsWith('.avif') ? 'image/avif' : 'image/webp';
  for (;;) {
    const answer = await fetch(address);
    await answer.arrayBuffer();
    if (answer.headers.get('content-type') === wanted) return;
    if (Date.now() > deadline) throw new Error(`${address} was not made`);
    await pause(ASK_AGAIN_MS);
  }
}
