import { OperationError } from '#content/contract/client.ts';
import { readKept } from '#site/admin/kept-texts/kept-record.ts';
import { localTexts } from '#site/admin/kept-texts/open-texts.ts';
import {
  createChangesWriter,
  type TextPlace,
  type TextStorage,
  withRescue,
} from '#site/admin/kept-texts/text-store.ts';
import type { HostClient } from './ipc-transport.ts';

type KeptTextCalls = Pick<
  HostClient,
  'listKeptTexts' | 'listDamagedTexts' | 'keepText' | 'keepChange' | 'forgetText'
>;

/** Texts on the disk; `rescue` takes what a closing window has no time to send. */
export function diskTexts(calls: KeptTextCalls, rescue: TextStorage): TextPlace {
  async function list(subject?: string) {
    const texts = await calls.listKeptTexts({ subject });
    // Nobody can tell whose these are: they are told where all texts are.
    const damaged = subject === undefined ? await calls.listDamagedTexts({}) : [];
    return readKept(
      [
        ...texts.map((value) => ({ key: value.key, value })),
        ...damaged.map(({ key, text }) => ({ key, value: text })),
      ].map((stored) => ({ ...stored, drop: () => calls.forgetText({ key: stored.key }) })),
    );
  }
  const onDisk = {
    list,
    put: createChangesWriter({ whole: calls.keepText, change: calls.keepChange }),
    remove: (key: string) => calls.forgetText({ key }),
  };
  return {
    open: () => Promise.resolve(withRescue(onDisk, localTexts(rescue))),
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
