import { randomBytes, randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { ContentError } from '#content/model/errors.ts';
import type { PublicView } from '#content/model/snapshot.ts';
import type { Draft } from '#content/service/posts/draft-posts.ts';
import { createPageReader } from '#site/render/page-reader.ts';
import type { Preview, ReaderSources } from '#site/render/reader.ts';
import { isReading } from '../answering.ts';
import type { AccountHandlers, HttpCall } from '../api/http-call.ts';
import { digestOf } from '../auth/secrets.ts';
import { orClosed, type State } from '../data/state.ts';
import type { StateTables, StoredPreview } from '../data/state-tables.ts';
import { sendClosed, sendPreparing } from '../pages/app-pages.ts';
import type { RenderPage } from '../pages/site-renderer.ts';

export interface PreviewLinksOptions extends Omit<PreviewPagesOptions, 'find'> {
  readonly state: State;
  /** The site's own, without a final slash: https://exemple.fr */
  readonly origin: string;
  /** The post as its author last saved it, pending version included; null when there is none (content/service/posts/draft-posts.ts). */
  readonly draft: (postId: string) => Promise<Draft | null>;
  /** Whether there is no such post, or no longer. */
  readonly isGone: (postId: string) => Promise<boolean>;
}

const DAY = 24 * 3600 * 1000;
/** Random bits of an address: not to be guessed. */
const TOKEN_BYTES = 32;
/** Addresses of one post that work at the same time. */
const MAX_OF_A_POST = 50;

/**
 * Addresses that show a post as it was last saved, public or not, to whoever has them (docs/design.md, HTTP): random, kept as
 * SHA-256 only, over when their days are, when they are revoked, or when the post is deleted. `route` answers them; it is a
 * middleware that passes every other address on.
 */
export function createPreviewLinks(options: PreviewLinksOptions) {
  const { origin, clock, draft, isGone, state } = options;
  const living = ({ previews }: StateTables): readonly StoredPreview[] =>
    previews.read().rows.filter(({ expiresAt }) => expiresAt > clock());

  const handlers = {
    async createPreviewLink(
      { id: postId, days }: { readonly id: string; readonly days: number },
      { about }: Pick<HttpCall, 'about'>,
    ) {
      const found = await draft(postId);
      if (found === null) throw new ContentError('not-found', { what: 'Cet article' });
      about({ title: found.post.title });
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const now = clock();
      const times = { createdAt: now, expiresAt: now + days * DAY };
      const preview = { id: randomUUID(), postId, digest: digestOf(token), ...times };
      await state.change((tables) => {
        refuseTooMany(living(tables), postId);
        for (const { id, expiresAt } of tables.previews.read().rows)
          if (expiresAt <= now) tables.previews.remove(id);
        tables.previews.put(preview);
      });
      return { ...shown(preview), url: `${origin}/apercu/${token}` };
    },
    async listPreviewLinks({ id: postId }: { readonly id: string }) {
      const all = await state.read(living);
      return all.filter((preview) => preview.postId === postId).map(shown);
    },
    async revokePreviewLink({ id }: { readonly id: string }, { about }: Pick<HttpCall, 'about'>) {
      const { postId } = await state.change((tables) => {
        const found = living(tables).find((preview) => preview.id === id);
        if (found === undefined) throw new ContentError('not-found', { what: 'Cette adresse d’aperçu' });
        tables.previews.remove(id);
        return found;
      });
      const title = (await draft(postId).catch(() => null))?.post.title; // An address that leaked is over whatever can be read.
      about({ postId, ...(title === undefined ? {} : { title }) });
      return undefined;
    },
  } satisfies Partial<AccountHandlers>;

  async function find(token: string) {
    const digest = digestOf(token);
    const preview = (await state.read(living)).find((candidate) => candidate.digest === digest);
    const found = preview === undefined ? null : await draft(preview.postId);
    return preview === undefined || found === null
      ? null
      : { ...found, until: new Date(preview.expiresAt).toISOString() };
  }

  /** Ends those of a post, for good when this resolves: they show nothing of one that comes back. */
  async function endOf(postId: string): Promise<void> {
    await state.change((tables) => {
      for (const preview of tables.previews.read().rows)
        if (preview.postId === postId) tables.previews.remove(preview.id);
    });
  }

  /** Ends those of posts that are gone, as far as can be told. */
  async function endOfGone(): Promise<void> {
    for (const postId of new Set((await state.read(living)).map((preview) => preview.postId)))
      if (await isGone(postId)) await endOf(postId);
  }

  return { handlers, endOf, endOfGone, route: previewPages({ ...options, find }) };
}

function refuseTooMany(all: readonly StoredPreview[], postId: string): void {
  if (all.filter((preview) => preview.postId === postId).length < MAX_OF_A_POST) return;
  const reason = `Ce texte a déjà ${MAX_OF_A_POST} adresses d’aperçu\u00a0: révoquez-en une.`;
  throw new ContentError('invalid', { path: '', reason });
}

function shown({ id, postId, createdAt, expiresAt }: StoredPreview) {
  return {
    id,
    postId,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}

interface PreviewPagesOptions {
  readonly render: RenderPage;
  readonly sources: ReaderSources;
  readonly viewAt: (now: number) => PublicView | null;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** What an address shows; null when it is over, for whatever reason. */
  readonly find: (token: string) => Promise<(Preview & Pick<Draft, 'images'>) | null>;
}

const ADDRESS = /^\/apercu\/([A-Za-z0-9_-]{43})\/*$/;
/** Nobody keeps it, lists it, or tells the sites it links to where their reader comes from. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
};

/**
 * Answers the addresses of previews, made anew each time: 200 with the draft, else 404 that tells nothing of the reason.
 * Any other address is passed on. While the accounts are closed they answer 503.
 */
function previewPages({ render, sources, viewAt, clock, find }: PreviewPagesOptions): RequestHandler {
  return async (request, response, next) => {
    if (!isReading(request) || !request.path.startsWith('/apercu/')) {
      next();
      return;
    }
    response.set(HEADERS);
    const now = clock();
    const view = viewAt(now);
    if (view === null) {
      await sendPreparing(response);
      return;
    }
    const token = ADDRESS.exec(request.path)?.[1];
    const preview = token === undefined ? null : await orClosed(find(token));
    if (preview instanceof ContentError) {
      await sendClosed(response, preview);
      return;
    }
    const reader = createPageReader(sources, { view: withImages(view, preview?.images), now }, preview);
    const { html } = await render({ kind: 'preview' }, reader);
    response
      .status(preview === null ? 404 : 200)
      .type('html')
      .send(html);
  };
}

/** With the images that only wait. */
function withImages(view: PublicView, images = view.snapshot.images): PublicView {
  const { snapshot } = view;
  return images === snapshot.images ? view : { ...view, snapshot: { ...snapshot, images } };
}
