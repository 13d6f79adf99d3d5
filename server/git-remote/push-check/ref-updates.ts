import { isObjectId } from '#content/git/objects/object-id.ts';

const ABSENT = /^0{40}$/;

/** A ref that a push wants to move; null stands for no commit. */
export interface RefUpdate {
  readonly ref: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** What git tells a pre-receive hook, a line for each ref (githooks(5)). Throws on anything else. */
export function parseUpdates(text: string): readonly RefUpdate[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, from = '', to = '', ref = ''] = /^([0-9a-f]{40}) ([0-9a-f]{40}) (.+)$/.exec(line) ?? [];
      if (!isObjectId(from) || !isObjectId(to)) throw new TypeError('not a line of a pre-receive hook');
      return { ref, from: ABSENT.test(from) ? null : from, to: ABSENT.test(to) ? null : to };
    });
}

/** Why a ref may not be pushed at all, in French; null when it may. */
export function refFault({ ref, to }: RefUpdate, branches: readonly [string, string]): string | null {
  if (!branches.some((branch) => ref === `refs/heads/${branch}`))
    return `seules les branches «\u00a0${branches.join('\u00a0» et «\u00a0')}\u00a0» peuvent être envoyées`;
  return to === null ? 'un envoi ne peut pas supprimer une branche' : null;
}
