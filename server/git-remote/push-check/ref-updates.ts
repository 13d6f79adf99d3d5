import { isObjectId } from '#content/store/objects/object-id.ts';
import { pendingPostOf } from '#content/store/pending/pending-refs.ts';

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
export function refFault({ ref, to }: RefUpdate, branch: string): string | null {
  if (ref !== `refs/heads/${branch}` && pendingPostOf(ref) === null)
    return `seules la branche « ${branch} » et les versions en attente peuvent être envoyées`;
  if (to === null && pendingPostOf(ref) === null)
    return 'un envoi ne peut rien supprimer d’autre qu’une version en attente';
  return null;
}
