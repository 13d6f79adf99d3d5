import type { CachedPage, PageCache } from './page-cache.ts';
import { bestBrotli, decodePage } from './page-variants.ts';

/** A page asked for this often is worth the smallest form. */
const WORTH_AFTER_HITS = 3;
/** The server counts as idle when it has answered nothing for this long, in milliseconds. */
const IDLE_MS = 2000;
/** Pages that wait for an idle moment; others are noted when they are asked for again. */
const MAX_WAITING = 1000;

/** Gives pages that are asked for often their smallest brotli form, one at a time, when nothing else is to be done. */
export function createIdleBrotli(cache: PageCache) {
  const waiting = new Map<string, CachedPage>();
  let requests = 0;
  let seen = 0;
  let isBusy = false;

  async function improveWhileIdle(): Promise<void> {
    for (const [address, page] of waiting) {
      if (requests !== seen) return;
      waiting.delete(address);
      if (cache.get(address) !== page) continue;
      const quick = cache.bytes(page, 'br');
      cache.keepBytes(page, 'br');
      cache.improve(address, page, await bestBrotli(await decodePage(quick, 'br')));
    }
  }

  const timer = setInterval(() => {
    const isIdle = requests === seen;
    seen = requests;
    if (!isIdle || isBusy || waiting.size === 0) return;
    isBusy = true;
    improveWhileIdle()
      .catch(() => undefined) // The quick form goes on being served; the next request notes the page again.
      .finally(() => {
        isBusy = false;
      });
  }, IDLE_MS);
  timer.unref();

  return {
    noteRequest(address: string, page: CachedPage): void {
      requests += 1;
      if (page.isBest || page.br === null) return;
      if (page.hits < WORTH_AFTER_HITS || waiting.size >= MAX_WAITING) return;
      waiting.set(address, page);
    },
    close: () => clearInterval(timer),
  };
}
