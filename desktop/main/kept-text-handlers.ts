import type { Handlers } from '#content/contract/operation.ts';
import { isSystemError } from '#content/git/system-error.ts';
import { ContentError } from '#content/model/errors.ts';
import type { keptTextCalls } from '#desktop/host/kept-texts.ts';
import type { KeptTexts } from './kept-texts/kept-texts.ts';

/**
 * Answers the calls about what is typed. A folder of theirs that another program took away, replaced or locked is for
 * the author to put right: told as 'read-only', never as a fault of Encrier's.
 */
export function keptTextHandlers(texts: () => KeptTexts): Handlers<typeof keptTextCalls, undefined> {
  return {
    listKeptTexts: ({ subject }) => told(async () => [...(await texts().list(subject))]),
    listDamagedTexts: () => told(async () => [...(await texts().damaged())]),
    keepText: (text) => told(() => texts().keep(text)).then(() => undefined),
    keepChange: ({ key, difference }) => told(() => texts().keepChange(key, difference)),
    forgetText: ({ key }) => told(() => texts().forget(key)).then(() => undefined),
  };
}

async function told<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!isSystemError(error, 'ENOTDIR', 'EEXIST', 'EISDIR', 'ENOENT', 'EACCES', 'EPERM', 'EROFS'))
      throw error;
    throw new ContentError('read-only', { reason: OUT_OF_REACH }, { cause: error });
  }
}

const OUT_OF_REACH = 'Le dossier où Encrier garde ce que vous tapez n’est pas accessible.';
