import { OperationError } from '#content/contract/client.ts';

/** Whether a call failed for want of a session. A wrong password is answered 401 as well (`refused`), and is none. */
export function isSessionLost(error: unknown): boolean {
  return error instanceof OperationError && error.status === 401 && error.code === 'unauthenticated';
}
