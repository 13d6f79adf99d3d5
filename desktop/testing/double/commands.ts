type Command = (input: never) => unknown;

const commands = new Map<string, Command>();

/** Takes a command that a test may give to the running app; the test states the input that it takes. */
export function onCommand(name: string, run: Command): void {
  commands.set(name, run);
}

interface Asked {
  readonly id: number;
  readonly name: string;
  readonly input: never;
}

process.on('message', ({ id, name, input }: Asked) => {
  void Promise.resolve()
    .then(() => commands.get(name)?.(input))
    .then(
      (value) => process.send?.({ kind: 'answer', id, value }),
      (error: unknown) => process.send?.({ kind: 'answer', id, fault: String(error) }),
    );
});
