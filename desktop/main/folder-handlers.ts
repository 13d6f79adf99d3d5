import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Handlers } from '#content/contract/operation.ts';
import type { OutsideCalls } from '#content/contract/outside.ts';
import type { PublishingCalls } from '#content/contract/publishing.ts';
import { isSystemError } from '#content/git/system-error.ts';
import { ContentError } from '#content/model/errors.ts';
import type { CallContext } from '#content/service/workspace.ts';
import type { keptTextCalls } from '#desktop/host/kept-texts.ts';
import type { Content } from './content.ts';
import { type Answer, answersOf } from './door.ts';
import type { KeptTexts } from './kept-texts/kept-texts.ts';

/** The calls that a folder answers, beside those of the content service. */
export type FolderCalls = typeof keptTextCalls & PublishingCalls & OutsideCalls;

/** What an open folder answers, by name; `caller` says whose name commits carry. */
export function folderAnswers(content: Content, caller: () => CallContext): ReadonlyMap<string, Answer> {
  const { folder, operations, publishing, outside, keptTexts } = content;
  const publishPosts: typeof publishing.publishPosts = async (input, by) => {
    // It would leave each article with a reason of its own.
    await checkPresent(folder);
    return publishing.publishPosts(input, by);
  };
  const nobody = () => undefined;
  return new Map([
    ...answersOf(operations, caller),
    ...answersOf<PublishingCalls, CallContext>({ ...publishing, publishPosts }, caller),
    ...answersOf<OutsideCalls, undefined>(outside, nobody),
    ...answersOf<typeof keptTextCalls, undefined>(keptTextHandlers(keptTexts), nobody),
  ]);
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
export function keptTextHandlers(texts: KeptTexts): Handlers<typeof keptTextCalls, undefined> {
  return {
    listKeptTexts: ({ subject }) => told(async () => [...(await texts.list(subject))]),
    listDamagedTexts: () => told(async () => [...(await texts.damaged())]),
    keepText: (text) => told(() => texts.keep(text)).then(() => undefined),
    forgetText: ({ key }) => told(() => texts.forget(key)).then(() => undefined),
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
