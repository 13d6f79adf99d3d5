import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { TYPESCRIPT } from '#content/testing/typescript-program.ts';
import { type FuzzOptions, type FuzzOutcome, parserNames } from './fuzz-parser.ts';

/** One input that takes longer, in milliseconds, has brought its parser to a halt. */
const HALT_MS = 30_000;
const SAY_EVERY_MS = 5000;

const ONE_PARSER = fileURLToPath(new URL('./one-parser.ts', import.meta.url));

/** What the program of one parser says: which input comes next, or what came of all. */
const messageSchema = z.union([
  z.object({ number: z.number() }),
  z.object({
    outcome: z.object({
      answered: z.number(),
      refused: z.number(),
      fault: z.object({ number: z.number(), reason: z.string() }).nullable(),
    }),
  }),
]);

interface Options {
  readonly seed: number;
  readonly from: number;
  readonly inputs: number;
  /** One parser only; all when null. */
  readonly parser: string | null;
  readonly say: (line: string) => void;
}

/** Has each parser read so many damaged inputs, and says how far it is. Answers how many did anything but answer or refuse. */
export async function fuzzAll({ parser, say, ...options }: Options): Promise<number> {
  let faults = 0;
  for (const name of parser === null ? parserNames() : [parser]) {
    const started = performance.now();
    const { answered, refused, fault } = await inProgram({ ...options, name }, say);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    say(
      `${name}: ${answered + refused} damaged inputs in ${seconds} s, ${answered} answered, ${refused} refused`,
    );
    if (fault === null) continue;
    faults += 1;
    say(`${name}: FAULT at input ${fault.number}\n${fault.reason}`);
    say(
      `again: npm run fuzz -- --objects 0 --parser ${name} --seed ${options.seed} --from ${fault.number} --inputs 1`,
    );
  }
  return faults;
}

async function inProgram(options: FuzzOptions, say: Options['say']): Promise<FuzzOutcome> {
  const { name, from, inputs } = options;
  const program = fork(ONE_PARSER, [JSON.stringify(options)], { execArgv: [...TYPESCRIPT] });
  let watch: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve) => {
      const at = { number: from, since: performance.now() };
      const fail = (reason: string) =>
        resolve({ answered: 0, refused: 0, fault: { number: at.number, reason } });
      program.on('message', (message) => {
        const told = messageSchema.parse(message);
        if ('outcome' in told) resolve(told.outcome);
        else Object.assign(at, { number: told.number, since: performance.now() });
      });
      program.once('exit', (code, signal) => fail(`its program ended (${signal ?? code ?? ''})`));
      watch = setInterval(() => {
        if (performance.now() - at.since > HALT_MS) fail('it came to a halt');
        say(`${name}: input ${at.number - from} of ${inputs}`);
      }, SAY_EVERY_MS);
    });
  } finally {
    clearInterval(watch);
    program.kill('SIGKILL');
  }
}
