import { useState } from 'react';
import { createClientOf, OperationError, type TransportOf } from '#content/contract/client.ts';
import { sentenceOf } from '#content/contract/french.ts';
import type { CallTable } from '#content/contract/operation.ts';
import { replySchema } from '#content/contract/reply.ts';
import { hostOperations } from '#desktop/host/operations.ts';

export type HostClient = ReturnType<typeof createClientOf<typeof hostOperations>>;

declare global {
  interface Window {
    /** The one function of the preload (desktop/preload/preload.ts). */
    readonly invoke: (name: string, input: unknown) => Promise<unknown>;
  }
}

/** Calls the program behind the window. Rejects with an OperationError; an aborted call with the signal's reason. */
export function createIpcTransport<Table extends CallTable>(): TransportOf<Table> {
  return async (name, input, { signal, onProgress }) => {
    signal?.throwIfAborted();
    const answer = await window.invoke(name, input).catch((cause: unknown) => {
      throw failure(cause);
    });
    signal?.throwIfAborted();
    const reply = replySchema.safeParse(answer);
    if (!reply.success) throw failure(reply.error);
    if (!reply.data.ok) {
      const { status, error } = reply.data;
      throw new OperationError({ ...error, status, text: error.error });
    }
    onProgress?.(1);
    return reply.data.value;
  };
}

function failure(cause: unknown): OperationError {
  return new OperationError({ status: 500, text: sentenceOf('internal', {}), code: 'internal' }, { cause });
}

/** What went wrong, for the author. */
export function messageOf(error: unknown): string {
  return error instanceof OperationError ? error.text : 'Une erreur est survenue : réessayez.';
}

/** Something that is asked of the program and may be refused: why it was not done, in French. */
export function useAttempt() {
  const [fault, setFault] = useState<string | null>(null);

  /** Whether it was done. */
  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    setFault(null);
    try {
      await work();
      return true;
    } catch (error) {
      setFault(messageOf(error));
      return false;
    }
  }
  return { fault, attempt };
}
