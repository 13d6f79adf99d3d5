type Command = (input: never) => unknown;

const commands = new Map<string, Command>();
const waiting = new Map<number, (answer: Answer) => void>();
let count = 0;

/** Takes a command that a test may give to the running app; the test states the input that it takes. */
export function onCommand(name: string, run: Command): void {
  commands.set(name, run);
}

/** Asks the test, which shows the windows (desktop/testing/window-host.ts), for something; resolves once it is done. */
export async function askTest(name: string, input: object): Promise<unknown> {
  count += 1;
  const id = count;
  const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
  process.send?.({ kind: 'request', id, name, input });
  const { value, fault } = await answered;
  if (fault !== undefined) throw new Error(fault);
  return value;
}

interface Asked {
  readonly kind?: undefined;
  readonly id: number;
  readonly name: string;
  readonly input: never;
}
interface Answer {
  readonly kind: 'answer';
  readonly id: number;
  readonly value?: unknown;
  readonly fault?: string;
}

process.on('message', (message: Asked | Answer) => {
  if (message.kind === 'answer') {
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
    return;
  }
  const { id, name, input } = message;
  void Promise.resolve()
    .then(() => commands.get(name)?.(input))
    .then(
      (value) => process.send?.({ kind: 'answer', id, value }),
      (error: unknown) => process.send?.({ kind: 'answer', id, fault: String(error) }),
    );
});
