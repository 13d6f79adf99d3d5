// npm run fuzz [-- --objects 2000 --inputs 100000 --seed 1 --parser NAME --from N]: objects in every form that git reads are read as
// git reads them; then each parser of bytes gets damaged ones, in a program of its own that is seen to stop.
// Exit code 1 when one did anything but answer or refuse.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { generateRepository } from '#content/testing/objects/generated-repository.ts';
import { differencesFromGit } from '#content/testing/objects/git-referee.ts';
import { TYPESCRIPT } from '#content/testing/typescript-program.ts';
import { exitWith, say } from '../exit-with.ts';
import { OBJECT_PARSERS } from './object-parsers.ts';
import { type Outcome, tryParser } from './parser.ts';
import { TEXT_PARSERS } from './text-parsers.ts';

/** One input that takes longer, in milliseconds, has brought its parser to a halt. */
const HALT_MS = 30_000;
const SAY_EVERY_MS = 5000;
const PARSERS = { ...OBJECT_PARSERS, ...TEXT_PARSERS };

const { values } = parseArgs({
  options: {
    objects: { type: 'string', default: '2000' },
    inputs: { type: 'string', default: '10000' },
    from: { type: 'string', default: '0' },
    seed: { type: 'string' },
    parser: { type: 'string' },
  },
});
const [objects, inputs, from] = [Number(values.objects), Number(values.inputs), Number(values.from)];
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const { parser } = values;

/** What the program of one parser says: which input comes next, or what came of all. */
type Told = { readonly number: number } | { readonly outcome: Outcome };
const tell = (told: Told) => process.send?.(told);

async function main(): Promise<number> {
  const isUnderstood = [objects, inputs, from, seed].every((one) => Number.isInteger(one) && one >= 0);
  const wanted = parser === undefined ? Object.keys(PARSERS) : [parser];
  if (!isUnderstood || !wanted.every((name) => name in PARSERS)) {
    const names = Object.keys(PARSERS).join('|');
    console.error(`npm run fuzz -- [--objects N] [--inputs N] [--seed N] [--parser ${names} [--from N]]`);
    return 2;
  }
  say(`seed ${seed}`);
  let wrong = objects === 0 ? 0 : await differences();
  for (const name of wanted) if (!(await isRight(name))) wrong += 1;
  return wrong === 0 ? 0 : 1;
}

/** Of objects in every form; how many are read otherwise than git reads them. */
async function differences(): Promise<number> {
  const repository = generateRepository({ count: objects, seed });
  try {
    const found = await differencesFromGit(repository.path);
    for (const difference of [...found, `${objects} objects, ${found.length} differences`]) say(difference);
    return found.length;
  } finally {
    repository.remove();
  }
}

async function isRight(name: string): Promise<boolean> {
  const started = performance.now();
  const { answered, refused, fault } = await inProgram(name);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(
    `${name}: ${answered + refused} damaged inputs in ${seconds} s, ${answered} answered, ${refused} refused`,
  );
  if (fault === null) return true;
  say(`${name}: FAULT at input ${fault.number}\n${fault.reason}`);
  say(`again: npm run fuzz -- --objects 0 --parser ${name} --seed ${seed} --from ${fault.number} --inputs 1`);
  return false;
}

async function inProgram(name: string): Promise<Outcome> {
  const words = [
    '--parser',
    name,
    '--seed',
    String(seed),
    '--from',
    String(from),
    '--inputs',
    String(inputs),
  ];
  const program = fork(fileURLToPath(import.meta.url), words, { execArgv: [...TYPESCRIPT] });
  let watch: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve) => {
      const at = { number: from, since: performance.now() };
      const fail = (reason: string) =>
        resolve({ answered: 0, refused: 0, fault: { number: at.number, reason } });
      program.on('message', (message) => {
        const told = message as Told; // what this program tells below
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

async function tryOne(name: string): Promise<number> {
  const attempt = PARSERS[name];
  if (attempt === undefined) throw new Error(`no parser of that name: ${name}`);
  tell({ outcome: await tryParser(attempt, { seed, from, inputs, onInput: (number) => tell({ number }) }) });
  return 0;
}

exitWith(process.send === undefined || parser === undefined ? main() : tryOne(parser));
