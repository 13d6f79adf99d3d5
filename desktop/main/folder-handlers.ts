import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Handlers } from '#content/contract/operation.ts';
import type { OutsideCalls } from '#content/contract/outside.ts';
import type { PublishingCalls } from '#content/contract/publishing.ts';
import { isSystemError } from '#content/git/system-error.ts';
import { ContentError } from '#content/model/errors.ts';
import type { CallContext } from '#content/service/workspace.ts';
import type { keptTextCalls } from '#desktop/host/kept-texts.ts';
import type { sitePreviewCalls } from '#desktop/host/site-preview.ts';
import type { Content } from './content.ts';
import type { Answer } from './door.ts';
import type { KeptTexts } from './kept-texts/kept-texts.ts';
import type { SiteWindow } from './site-preview/site-window.ts';

type FolderCalls = typeof keptTextCalls & PublishingCalls & typeof sitePreviewCalls & OutsideCalls;

interface FolderHandlersOptions {
  /** The folder that is open. Throws ContentError 'starting' while none is. */
  readonly content: () => Content;
  /** Whose name commits carry. */
  readonly caller: () => CallContext;
  readonly siteWindow: Pick<SiteWindow, 'open' | 'isOpen' | 'refresh'>;
}

/** Answers the calls about the folder that is open. */
export function folderHandlers({
  content,
  caller,
  siteWindow,
}: FolderHandlersOptions): Handlers<FolderCalls, undefined> {
  return {
    ...keptTextHandlers(() => content().keptTexts),
    getPostStages: (input) => content().publishing.getPostStages(input, caller()),
    getPublishing: (input) => content().publishing.getPublishing(input, caller()),
    async publishPosts(input) {
      const { folder, publishing } = content();
      // It would leave each article with a reason of its own.
      await checkPresent(folder);
      return publishing.publishPosts(input, caller());
    },
    getOutside: (input) => content().outside.getOutside(input, undefined),
    lookOutside: (input) => content().outside.lookOutside(input, undefined),
    getOutsideSides: (input) => content().outside.getOutsideSides(input, undefined),
    resolveOutside: (input) => content().outside.resolveOutside(input, undefined),
    async openSite({ width }) {
      content();
      await siteWindow.open(width);
    },
    isSiteOpen: () => Promise.resolve({ isOpen: siteWindow.isOpen() }),
    async showText({ text }) {
      const { site } = content();
      const from = site.place();
      await site.show(text);
      siteWindow.refresh(text === null ? null : { from, to: site.place() });
    },
  };
}

/** Throws ContentError 'read-only' when the folder of the articles was moved, renamed or removed, or its disk taken out. */
async function checkPresent(folder: string): Promise<void> {
  try {
    await access(join(folder, '.git'));
  } catch (cause) {
    throw new ContentError('read-only', { reason: `${GONE} ${folder}` }, { cause });
  }
}

/** The same answer; whatever failed by it, a folder that is gone is told. */
export function tellingOfAbsence(answer: Answer, folder: () => string | null): Answer {
  return async (input) => {
    try {
      return await answer(input);
    } catch (error) {
      const open = folder();
      if (open !== null) await checkPresent(open);
      throw error;
    }
  };
}

const GONE =
  'Le dossier de vos articles n’est plus à sa place\u00a0: rien n’a été enregistré. Remettez-le, ou rebranchez son disque, et réessayez\u00a0:';

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
