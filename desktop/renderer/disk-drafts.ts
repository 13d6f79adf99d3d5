import { OperationError } from '#content/contract/client.ts';
import { readKept } from '#site/admin/draft-store/draft-record.ts';
import {
  createChangesWriter,
  type DraftPlace,
  type TextStorage,
  withRescue,
} from '#site/admin/draft-store/draft-store.ts';
import { localDrafts } from '#site/admin/draft-store/open-drafts.ts';
import type { HostClient } from './ipc-transport.ts';

type Journal = Pick<
  HostClient,
  'listKeptTexts' | 'listDamagedTexts' | 'keepText' | 'keepChange' | 'forgetText'
>;

/** Texts in the journal on disk; `rescue` takes what a closing window has no time to send. */
export function diskDrafts(journal: Journal, rescue: TextStorage): DraftPlace {
  async function list(subject?: string) {
    const texts = await journal.listKeptTexts({ subject });
    // Nobody can tell whose these are: they are told where all texts are.
    const damaged = subject === undefined ? await journal.listDamagedTexts({}) : [];
    return readKept(
      [
        ...texts.map((value) => ({ key: value.key, value })),
        ...damaged.map(({ key, text }) => ({ key, value: text })),
      ].map((stored) => ({ ...stored, drop: () => journal.forgetText({ key: stored.key }) })),
    );
  }
  const onDisk = {
    list,
    put: createChangesWriter({ whole: journal.keepText, change: journal.keepChange }),
    remove: (key: string) => journal.forgetText({ key }),
  };
  return {
    open: () => Promise.resolve(withRescue(onDisk, localDrafts(rescue))),
    rescue,
    keptBy: 'cet ordinateur',
    refusalOf,
    hasDownloads: false,
  };
}

function refusalOf(error: unknown): string {
  const isFull = error instanceof OperationError && error.code === 'disk-full';
  const why = isFull ? 'le disque est plein' : 'son dossier n’est pas accessible';
  return `Ce que vous tapez n’est plus gardé sur cet ordinateur : ${why}. Votre texte reste dans cette fenêtre, ne la fermez pas.`;
}
