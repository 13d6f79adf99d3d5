import { OperationError, type Transport } from '#content/contract/client.ts';

/** Asks whoever is there to sign in; whether they did. */
type AskToSignIn = () => Promise<boolean>;

/** What asks whether there is a session, and what begins one. */
const EXEMPT = new Set(['getUser', 'login']);

/**
 * Calls that outlive a session: one that finds it ended waits until somebody signed in, and is then made again. When nobody
 * does, it fails as it did.
 */
export function keepSession(transport: Transport, askToSignIn: AskToSignIn): Transport {
  return async (name, input, options) => {
    try {
      return await transport(name, input, options);
    } catch (error) {
      if (EXEMPT.has(name) || !isSessionLost(error) || !(await askToSignIn())) throw error;
      options.signal?.throwIfAborted();
      return transport(name, input, options);
    }
  };
}

/** Lets any number of calls wait for one sign-in; open while it is to be asked for. */
export function createSignInGate() {
  let waiting: readonly ((isSignedIn: boolean) => void)[] = [];
  const listeners = new Set<() => void>();
  function setWaiting(next: typeof waiting): void {
    waiting = next;
    for (const listener of listeners) listener();
  }
  return {
    isOpen: (): boolean => waiting.length > 0,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ask: (): Promise<boolean> => new Promise((resolve) => setWaiting([...waiting, resolve])),
    answer(isSignedIn: boolean): void {
      for (const resolve of waiting) resolve(isSignedIn);
      setWaiting([]);
    },
  };
}
export type SignInGate = ReturnType<typeof createSignInGate>;

/** Whether a call failed for want of a session. A wrong password is answered 401 as well (`refused`), and is none. */
export function isSessionLost(error: unknown): boolean {
  return error instanceof OperationError && error.status === 401 && error.code === 'unauthenticated';
}
