import type { Handlers } from '#content/contract/operation.ts';
import type { keptTextCalls } from '#desktop/host/kept-texts.ts';
import type { Content } from './content.ts';

type FolderCalls = typeof keptTextCalls;

/** Answers the calls about the folder that is open; `content` throws ContentError 'starting' while none is. */
export function folderHandlers(content: () => Content): Handlers<FolderCalls, undefined> {
  return {
    listKeptTexts: async ({ subject }) => [...(await content().journal.list(subject))],
    async keepText(text) {
      await content().journal.keep(text);
    },
    async forgetText({ key }) {
      await content().journal.forget(key);
    },
  };
}
