import { type DraftPlace, type DraftStore, withRescue } from './draft-store.ts';
import { indexedDrafts } from './indexed-drafts.ts';
import { localDrafts } from './local-drafts.ts';

const REFUSED =
  'Le navigateur ne garde plus ce que vous tapez (place insuffisante ou navigation privée) : enregistrez souvent.';

/** Texts in this browser: where a host keeps them nowhere else. */
export function browserDrafts(window: Window): DraftPlace {
  return {
    open: () => openDrafts(window),
    rescue: window.localStorage,
    keptBy: 'ce navigateur',
    refusalOf: () => REFUSED,
    hasDownloads: true,
  };
}

/** IndexedDB, or localStorage where it cannot be had. */
async function openDrafts(window: Window): Promise<DraftStore> {
  const local = localDrafts(window.localStorage);
  try {
    return withRescue(await indexedDrafts(window.indexedDB), local);
  } catch {
    // Private windows of some browsers refuse it; the other one takes texts up to some millions of characters.
    return local;
  }
}

/** The key of one form's text. Not randomUUID, which pages without https do not have. */
export function createDraftKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
