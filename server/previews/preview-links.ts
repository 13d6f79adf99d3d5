import { randomBytes, randomUUID } from 'node:crypto';
import type { Handlers } from '#content/contract/operation.ts';
import type { AccountOperations } from '#content/contract/operations.ts';
import { ContentError } from '#content/model/errors.ts';
import type { SnapshotPost } from '#content/model/post.ts';
import type { HttpCall } from '../api/http-call.ts';
import { digestOf } from '../auth/digest.ts';
import { type PreviewPagesOptions, previewPages } from './preview-pages.ts';
import { createPreviewTable, type StoredPreview } from './preview-table.ts';

export interface PreviewLinksOptions extends Omit<PreviewPagesOptions, 'find'> {
  readonly dataDir: string;
  /** Told in a French sentence that the addresses could not be read. */
  readonly say: (sentence: string) => void;
  /** The site's own, without a final slash: https://exemple.fr */
  readonly origin: string;
  /** The post as its author last saved it, pending version included; null when there is none (content/service/drafts.ts). */
  readonly draft: (postId: string) => Promise<SnapshotPost | null>;
}

type PreviewHandlers = Pick<
  Handlers<AccountOperations, HttpCall>,
  'createPreviewLink' | 'listPreviewLinks' | 'revokePreviewLink'
>;

const DAY = 24 * 3600 * 1000;
/** Random bits of an address: not to be guessed. */
const TOKEN_BYTES = 32;
/** Addresses of one post that work at the same time. */
const MAX_OF_A_POST = 50;

/**
 * Addresses that show a post as it was last saved, public or not, to whoever has them (docs/design.md, HTTP): random, kept as
 * SHA-256 only, over when their days are, when they are revoked, or when the post is deleted. `route` answers them; it is
 * a middleware that passes every other address on.
 */
export function createPreviewLinks(options: PreviewLinksOptions) {
  const { origin, clock, draft } = options;
  const table = createPreviewTable(options);

  const handlers = {
    async createPreviewLink({ id: postId, days }: { readonly id: string; readonly days: number }) {
      if ((await draft(postId)) === null) throw new ContentError('not-found', { what: 'Cet article' });
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const now = clock();
      const times = { createdAt: now, expiresAt: now + days * DAY };
      const preview = { id: randomUUID(), postId, digest: digestOf(token), ...times };
      await table.change((all) => [...refuseTooMany(all, postId), preview]);
      return { ...shown(preview), url: `${origin}/apercu/${token}` };
    },
    async listPreviewLinks({ id: postId }: { readonly id: string }) {
      const all = await table.living();
      return all.filter((preview) => preview.postId === postId).map(shown);
    },
    async revokePreviewLink({ id }: { readonly id: string }) {
      await table.change((all) => {
        if (!all.some((preview) => preview.id === id))
          throw new ContentError('not-found', { what: 'Cette adresse d’aperçu' });
        return all.filter((preview) => preview.id !== id);
      });
      return undefined;
    },
  } satisfies PreviewHandlers;

  async function find(token: string) {
    const digest = digestOf(token);
    const preview = (await table.living()).find((candidate) => candidate.digest === digest);
    const post = preview === undefined ? null : await draft(preview.postId);
    return preview === undefined || post === null
      ? null
      : { post, until: new Date(preview.expiresAt).toISOString() };
  }

  return { handlers, route: previewPages({ ...options, find }) };
}

function refuseTooMany(all: readonly StoredPreview[], postId: string): readonly StoredPreview[] {
  if (all.filter((preview) => preview.postId === postId).length < MAX_OF_A_POST) return all;
  const reason = `Cet article a déjà ${MAX_OF_A_POST} adresses d’aperçu : révoquez-en une.`;
  throw new ContentError('invalid', { path: '', reason });
}

function shown({ id, postId, createdAt, expiresAt }: StoredPreview) {
  return {
    ...{ id, postId },
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}
