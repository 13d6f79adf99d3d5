import { useEffect, useState } from 'react';
import { OperationError } from '#content/contract/client.ts';
import { CLONE_FIELDS, type CloneState } from '#desktop/host/clone-calls.ts';
import { type HostClient, messageOf } from '../ipc-transport.ts';

export type CloneHost = Pick<
  HostClient,
  'startClone' | 'getClone' | 'cancelClone' | 'listRepositories' | 'chooseFolder'
>;
type Wanted = Parameters<CloneHost['startClone']>[0];

/** How often the program is asked how far the copy is, in milliseconds. */
const ASK_EVERY_MS = 250;

/** A copy that runs in the program behind the window: its state, which outlives a reload of the page. */
export function useClone(host: CloneHost, onDone: () => void) {
  const [state, setState] = useState<CloneState>({ kind: 'idle' });
  const isRunning = state.kind === 'running';

  useEffect(() => {
    let isGone = false;
    const ask = async () => {
      const next = await host.getClone({}).catch(failed);
      if (isGone) return;
      setState(next);
      if (next.kind === 'done') onDone();
    };
    if (!isRunning) {
      // Only a copy that runs already is of interest: how the last one ended was told.
      void host.getClone({}).then((now) => {
        if (!isGone && now.kind === 'running') setState(now);
      });
    }
    const timer = isRunning ? setInterval(() => void ask(), ASK_EVERY_MS) : undefined;
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [host, isRunning, onDone]);

  return {
    state,
    async start(wanted: Wanted): Promise<void> {
      try {
        await host.startClone(wanted);
        setState({ kind: 'running', step: 'connect', done: 0, total: null });
      } catch (error) {
        setState(failed(error));
      }
    },
    /** Says what is wrong before anything was asked. */
    refuse: (text: string, field: CloneFieldName | null = null) => setState({ kind: 'failed', text, field }),
    /** Whatever was told of an earlier try no longer holds. */
    dismiss: () => setState({ kind: 'idle' }),
    cancel: () => void host.cancelClone({}).catch((error: unknown) => setState(failed(error))),
  };
}

export type Clone = ReturnType<typeof useClone>;
export type CloneFieldName = (typeof CLONE_FIELDS)[number];

function failed(error: unknown): CloneState {
  const named = error instanceof OperationError ? error.data['field'] : undefined;
  const field = CLONE_FIELDS.find((one) => one === named) ?? null;
  return { kind: 'failed', text: messageOf(error), field };
}
