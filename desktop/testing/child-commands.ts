import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import type { Effect } from './double/effects.ts';

type Message =
  | { readonly kind: 'effect'; readonly effect: Effect }
  | { readonly kind: 'answer'; readonly id: number; readonly value?: unknown; readonly fault?: string };
type Answered = Extract<Message, { readonly kind: 'answer' }>;

/** What a stand-in tells, and how it is given commands; `first` and `second` are the ports of its windows, once open. */
export function listenTo(child: ChildProcess) {
  let effects: readonly Effect[] = [];
  let count = 0;
  let opened = 0;
  const windows = new EventEmitter();
  const waiting = new Map<number, (answer: Answered) => void>();
  child.on('message', (message: Message) => {
    if (message.kind === 'answer') {
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
      return;
    }
    effects = [...effects, message.effect];
    if (message.effect.kind !== 'window') return;
    opened += 1;
    windows.emit(`window ${opened}`, message.effect.port);
  });
  child.on('exit', () => {
    for (const [id, answer] of waiting) answer({ kind: 'answer', id, fault: 'the app ended' });
  });
  const ask = async (name: string, input?: unknown): Promise<unknown> => {
    count += 1;
    const id = count;
    const answered = new Promise<Answered>((resolve) => waiting.set(id, resolve));
    const giveUp = (): void => waiting.get(id)?.({ kind: 'answer', id, fault: 'the app ended' });
    // Told here, and not as an error of the process: it may have been killed a moment ago.
    if (child.connected) child.send({ id, name, input }, (error) => error !== null && giveUp());
    else giveUp();
    const { value, fault } = await answered;
    if (fault !== undefined) throw new Error(fault);
    return value;
  };
  const portOf = (window: number): Promise<number> =>
    once(windows, `window ${window}`).then(([port]: readonly number[]) => port ?? 0);
  return { effects: () => effects, ask, first: portOf(1), second: portOf(2) };
}
