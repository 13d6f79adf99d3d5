import { type CallOptions, type Client, OperationError } from '#content/contract/client.ts';

/** Asks whoever is there to sign in; whether they did. */
type AskToSignIn = () => Promise<boolean>;

/** Calls that say themselves what to think of a missing session. */
const EXEMPT = new Set(['getUser', 'login', 'logout', 'register', 'getRegistration']);

type Method = (input: unknown, options?: CallOptions) => Promise<unknown>;

/**
 * A client whose calls outlive a session: one that finds it ended waits until somebody signed in, and is then made
 * again. When nobody does, it fails as it did.
 */
export function keepSession<Kept extends Client>(client: Kept, askToSignIn: AskToSignIn): Kept {
  const methods = Object.entries(client).map(([name, method]: [string, unknown]) => [
    name,
    EXEMPT.has(name) ? method : repeated(method as Method, askToSignIn), // every method of a client has this shape
  ]);
  return Object.fromEntries(methods) as Kept; // one method for each, by the line above
}

function repeated(method: Method, askToSignIn: AskToSignIn): Method {
  return async (input, options) => {
    try {
      return await method(input, options);
    } catch (error) {
      if (!isSessionLost(error) || !(await askToSignIn())) throw error;
      options?.signal?.throwIfAborted();
      return method(input, options);
    }
  };
}

/** Lets any number of calls wait for one sign-in; `show` opens and closes what asks for it. */
export function createSignInGate(show: (isOpen: boolean) => void) {
  let waiting: readonly ((isSignedIn: boolean) => void)[] = [];
  return {
    ask(): Promise<boolean> {
      if (waiting.length === 0) show(true);
      return new Promise((resolve) => {
        waiting = [...waiting, resolve];
      });
    },
    answer(isSignedIn: boolean): void {
      for (const resolve of waiting) resolve(isSignedIn);
      waiting = [];
      show(false);
    },
  };
}

/** Whether a call failed for want of a session. A wrong password is answered 401 as well (`refused`), and is none. */
export function isSessionLost(error: unknown): boolean {
  return error instanceof OperationError && error.status === 401 && error.code === 'unauthenticated';
}
