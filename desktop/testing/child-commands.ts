import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import type { Effect } from './double/effects.ts';

type Message =
  | { readonly kind: 'effect'; readonly effect: Effect }
  | { readonly kind: 'request'; readonly id: number; readonly name: string; readonly input: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly value?: unknown; readonly fault?: string };
/** Does what a stand-in asks for. */
type Serve = (name: string, input: unknown) => Promise<unknown>;
type Answered = Extract<Message, { readonly kind: 'answer' }>;

/** What a stand-in tells, and how it is given commands; `opened` resolves with its first window. */
export function listenTo(child: ChildProcess, serve?: Serve) {
  let effects: readonly Effect[] = [];
  let count = 0;
  const windows = new EventEmitter();
  const opened = once(windows, 'first').then(() => undefined);
  const waiting = new Map<number, (answer: Answered) => void>();
  child.on('message', (message: Message) => {
    if (message.kind === 'answer') {
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
      return;
    }
    if (message.kind === 'request') {
      const { id, name, input } = message;
      const answer = (answered: object): void => {
        if (child.connected) child.send({ kind: 'answer', id, ...answered }, () => undefined); // it may end just now
      };
      serve?.(name, input).then(
        (value) => answer({ value }),
        (error: unknown) => answer({ fault: String(error) }),
      );
      return;
    }
    effects = [...effects, message.effect];
    if (message.effect.kind === 'window') windows.emit('first');
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
  return { effects: () => effects, ask, opened };
}
