import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** How long somebody waits at a door, in milliseconds, and what he is told then. */
interface Patience {
  readonly waitMs: number;
  readonly refuse: RequestListener;
}

/** A door that is not open yet: who comes before it opens waits, in order; for so long at most, where that is said. */
export function createLateDoor(patience: Patience | null = null) {
  const waiting = new Map<
    ServerResponse,
    { readonly request: IncomingMessage; readonly timer?: NodeJS.Timeout }
  >();
  let behind: RequestListener | null = null;

  function wait(request: IncomingMessage, response: ServerResponse): void {
    if (patience === null) {
      waiting.set(response, { request });
      return;
    }
    const timer = setTimeout(() => {
      waiting.delete(response);
      patience.refuse(request, response);
    }, patience.waitMs);
    waiting.set(response, { request, timer });
  }

  return {
    answer(request: IncomingMessage, response: ServerResponse): void {
      if (behind === null) wait(request, response);
      else behind(request, response);
    },
    /** Lets those who wait in, and everyone after them; what was behind it gives way to another. */
    open(listener: RequestListener): void {
      behind = listener;
      for (const [response, { request, timer }] of waiting) {
        clearTimeout(timer);
        listener(request, response);
      }
      waiting.clear();
    },
  };
}
