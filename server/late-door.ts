import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** A door that opens a moment after the pages do: who comes before waits, in order. */
export interface LateDoor {
  readonly answer: RequestListener;
  isOpen(): boolean;
  /** Lets those who wait in, and everyone after them. */
  open(listener: RequestListener): void;
}

/** A door that is not open yet. */
export function createLateDoor(): LateDoor {
  const waiting: (readonly [IncomingMessage, ServerResponse])[] = [];
  let behind: RequestListener | null = null;
  return {
    answer(request, response): void {
      if (behind === null) waiting.push([request, response]);
      else behind(request, response);
    },
    isOpen: () => behind !== null,
    open(listener): void {
      behind = listener;
      for (const [request, response] of waiting.splice(0)) listener(request, response);
    },
  };
}
