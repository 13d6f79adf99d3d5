import { isObjectId } from '#content/store/object-id.ts';

const PENDING = 'refs/encrier/pending/';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
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

/** The post whose pending version a ref holds; null for any other ref. */
export function pendingPostOf(ref: string): string | null {
  if (!ref.startsWith(PENDING)) return null;
  const id = ref.slice(PENDING.length);
  return UUID.test(id) ? id : null;
}

/** Why a ref may not be pushed at all, in French; null when it may. */
export function refFault({ ref, to }: RefUpdate, branch: string): string | null {
  if (ref !== `refs/heads/${branch}` && pendingPostOf(ref) === null)
    return `seules la branche « ${branch} » et les versions en attente peuvent être envoyées`;
  if (to === null) return 'rien ne peut être supprimé par un envoi';
  return null;
}
