import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { ContentError } from '#content/model/errors.ts';
import type { Answer } from './door.ts';

/** Throws ContentError 'read-only' when the folder of the articles was moved, renamed or removed, or its disk taken out. */
export async function checkPresent(folder: string): Promise<void> {
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
