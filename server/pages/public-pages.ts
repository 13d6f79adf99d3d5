import type { IncomingMessage, ServerResponse } from 'node:http';
import { atMost, readAgain } from '#content/git/concurrency.ts';
import { nextParisYear } from '#content/model/paris-time.ts';
import { postAddress, postNamedBy } from '#content/model/paths.ts';
import type { LiveContent } from '#content/service/live-content.ts';
import {
  type AbsentPage,
  isMissing,
  type KeptPage,
  keptPage,
  ownRedirect,
  type PageAnswer,
} from '#site/render/kept-page.ts';
import { likelyPaths, pageAddress, splitTarget, withQuery } from '#site/render/page-address.ts';
import type { Moment } from '#site/render/page-reader.ts';
import { isReading, viewCaching } from '../answering.ts';
import type { Headers } from '../middleware/security-headers.ts';
import type { SiteParts } from '../site-parts.ts';
import { createIdleBrotli } from './idle-brotli.ts';
import { createNegotiator, type Wish, wishOf } from './negotiate.ts';
import type { CachedPage } from './page-cache.ts';
import { createNotingReader, isIncomplete, readsTheSame } from './page-reads.ts';
import { contentHash, decodePage, ENCODINGS, type Encoding, encodePage } from './page-variants.ts';
import { createPageSender } from './send-page.ts';

interface PublicPagesOptions
  extends Pick<SiteParts, 'content' | 'sources' | 'render' | 'pageCache' | 'clock'> {
  readonly headers: Headers;
  readonly onHit: () => void;
  /** A kept page could not be read back: it is made again. */
  readonly onUnreadable: (error: unknown) => void;
}

/** The version of a page that is to be looked at again: no public view has it. */
const UNCHECKED = 0;

interface Found {
  readonly kept: PageAnswer;
  readonly moment: Moment;
}

/** What stands for a page that cannot be given. */
export type Absence = 'starting' | AbsentPage;

/**
 * The public pages behind ready buffers: `answerReady` is the whole work for a page that was asked for before, and
 * runs ahead of Express; `answer` makes the others. A page is made again when something it read has changed.
 */
export function createPublicPages(options: PublicPagesOptions) {
  const { pageCache: cache, clock } = options;
  const { updates } = options.sources;
  const past = options.content.live;
  const { viewAt } = past;
  const chooseEncoding = createNegotiator();
  const send = createPageSender(options.headers);
  const idle = createIdleBrotli(cache);
  const making = new Map<string, Promise<CachedPage>>();
  const encoding = new Map<string, Promise<Buffer>>();
  let version = 0;
  let current: Moment | null = null;
  let yearEnds = 0;
  updates.onKnown((post) => {
    const page = cache.get(postAddress(post));
    if (page !== undefined) page.version = UNCHECKED;
  });

  /** The moment a request is answered for; `version` counts how often what is public changed. */
  function momentNow(): Moment | null {
    const now = clock();
    const view = viewAt(now);
    if (view === null) return null;
    if (current === null || view !== current.view || now >= yearEnds) {
      version += 1;
      current = { view, now };
      yearEnds = nextParisYear(now);
    }
    return { view, now };
  }

  /** What answers a target now; an article that seems missing while history is read is waited for a little. */
  async function find(target: string): Promise<Found | 'starting'> {
    const first = foundNow(target);
    if (first === 'starting' || past.isPastKnown() || !mayBeFormer(target, first.kept)) return first;
    return (await isKnownSoon(past)) ? foundNow(target) : { ...first, kept: 'searching' };
  }

  function foundNow(target: string): Found | 'starting' {
    const moment = momentNow();
    return moment === null ? 'starting' : { moment, kept: keptPage(target, moment.view) };
  }

  /** Whether a page of the cache is still right; one that is not leaves the cache. */
  function isReady(address: string, page: CachedPage, moment: Moment): boolean {
    if (page.version === version) return true;
    if (readsTheSame(page.reads, options.sources, moment)) {
      if (!isIncomplete(page.reads)) page.version = version;
      return true;
    }
    cache.remove(address);
    return false;
  }

  async function make({ address, page }: KeptPage, moment: Moment, asked: Encoding): Promise<CachedPage> {
    const { reader, reads } = createNotingReader(options.sources, moment);
    const madeFor = version;
    const knew = updates.count();
    const made = await options.render(page, reader);
    const identity = Buffer.from(made.html);
    const rendered = {
      status: made.status,
      hash: contentHash(identity),
      encoding: asked,
      bytes: await encodePage(identity, asked),
      reads,
    };
    // What became known meanwhile may be what it did without.
    const isWhole = knew === updates.count() && !isIncomplete(reads);
    return cache.set(address, rendered, isWhole ? madeFor : UNCHECKED);
  }

  function made(kept: KeptPage, moment: Moment, asked: Encoding): CachedPage | Promise<CachedPage> {
    const { address } = kept;
    const page = cache.get(address);
    if (page !== undefined && isReady(address, page, moment)) return page;
    const key = `${version} ${address}`;
    const running = making.get(key) ?? make(kept, moment, asked).finally(() => making.delete(key));
    making.set(key, running);
    return running;
  }

  /** The form of a page that was asked for in others only; made once, however many ask. */
  async function giveForm(address: string, page: CachedPage, asked: Encoding): Promise<void> {
    const key = `${page.hash} ${asked}`;
    const running = encoding.get(key) ?? recode(page, asked).finally(() => encoding.delete(key));
    encoding.set(key, running);
    cache.addForm(address, page, asked, await running);
  }

  async function recode(page: CachedPage, asked: Encoding): Promise<Buffer> {
    const [known = 'identity'] = ENCODINGS.filter((one) => page[one] !== null).reverse();
    const bytes = cache.bytes(page, known);
    cache.keepBytes(page, known);
    return encodePage(await decodePage(bytes, known), asked);
  }

  interface Asked {
    readonly wish: Wish;
    readonly encoding: Encoding;
  }

  function askedBy(request: IncomingMessage): Asked {
    const wish = wishOf(request);
    return { wish, encoding: chooseEncoding(wish.acceptEncoding) };
  }

  interface Answered extends Asked {
    readonly page: CachedPage;
    readonly moment: Moment;
  }

  function write(request: IncomingMessage, response: ServerResponse, answered: Answered): void {
    const { page, wish, encoding: asked, moment } = answered;
    page.hits += 1;
    send(request, response, {
      page,
      encoding: asked,
      wish,
      cache,
      holdsFor: moment.view.validUntil - moment.now,
    });
  }

  async function writeIn(
    request: IncomingMessage,
    response: ServerResponse,
    { kept, ...answered }: Answered & { readonly kept: KeptPage },
  ): Promise<void> {
    const { page, encoding: asked } = answered;
    if (page[asked] === null) await giveForm(kept.address, page, asked);
    write(request, response, answered);
  }

  /** Browsers ask again each time: an address may get an article of its own one day. */
  function redirectHeaders(location: string, { view, now }: Moment): string[] {
    const caching = ['Cache-Control', viewCaching(view, now)];
    return [...options.headers.flat(), 'Location', location, 'Content-Length', '0', ...caching];
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    target: string,
  ): Promise<Absence | null> {
    const found = await find(target);
    if (found === 'starting') return found;
    const { kept, moment } = found;
    if (typeof kept === 'string') return kept;
    if (kept.kind === 'moved') {
      response.writeHead(301, redirectHeaders(withQuery(kept, splitTarget(target)[1]), moment)).end();
      return null;
    }
    const asked = askedBy(request);
    const page = await made(kept, moment, asked.encoding);
    try {
      await writeIn(request, response, { ...asked, kept, page, moment });
    } catch (error) {
      forgetUnreadable(kept.address, error);
      const again = await made(kept, moment, asked.encoding);
      await writeIn(request, response, { ...asked, kept, page: again, moment });
    }
    return null;
  }

  function forgetUnreadable(address: string, error: unknown): void {
    cache.remove(address);
    options.onUnreadable(error);
  }

  return {
    /** Answers at once if the page is there and still right; false when someone else must answer. */
    answerReady(request: IncomingMessage, response: ServerResponse): boolean {
      const { url } = request;
      if (url === undefined || !isReading(request)) return false;
      const address = addressIn(url);
      const page = cache.get(address);
      const moment = page === undefined ? null : momentNow();
      if (page === undefined || moment === null || ownRedirect(url, moment.view) !== null) return false;
      if (!isReady(address, page, moment)) return false;
      const { wish, encoding: asked } = askedBy(request);
      if (page[asked] === null) return false;
      try {
        write(request, response, { wish, encoding: asked, page, moment });
      } catch (error) {
        forgetUnreadable(address, error);
        return false;
      }
      idle.noteRequest(address, page);
      options.onHit();
      return true;
    },

    /**
     * Answers a GET or HEAD for any page. Gives what is missing instead, having written nothing, when the content is
     * not ready or the article's last readable version is still being looked for.
     */
    answer: (request: IncomingMessage, response: ServerResponse, target: string): Promise<Absence | null> =>
      readAgain(
        () => viewAt(clock()),
        () => answer(request, response, target),
      ),

    /** Resolves when no page is being made. */
    async idle(): Promise<void> {
      while (making.size > 0) await Promise.allSettled(making.values());
    },

    close: () => idle.close(),
  };
}

/** The address a page is kept under that a target names: what its query says that the page does not read is left out. */
function addressIn(target: string): string {
  if (!target.includes('?')) return target;
  const asked = pageAddress(target);
  return 'address' in asked ? asked.address : target;
}

export type PublicPages = ReturnType<typeof createPublicPages>;

/** Whether all addresses that articles left are known: what seems missing until then may be one of them. */
type Past = Pick<LiveContent, 'isPastKnown' | 'pastKnown'>;

/** How long an address that may be an article’s old one waits for history to be read, in milliseconds. */
const WAITS_MS = 10_000;

/** Whether an answer may be another one once the past is known: an address that an article or a page can have had, in whatever form. */
function mayBeFormer(target: string, answer: PageAnswer): boolean {
  if (!isMissing(answer)) return false;
  if (/^\/+blog\/+[^/?]/i.test(target)) return true;
  const [path] = splitTarget(target);
  return [path, ...likelyPaths(path)].some((form) => postNamedBy(form) !== null);
}

/** Whether the past is known, soon at least. */
async function isKnownSoon({ isPastKnown, pastKnown }: Past): Promise<boolean> {
  if (isPastKnown()) return true;
  await atMost(WAITS_MS, pastKnown());
  return isPastKnown();
}
