// npm run fuzz [-- --objects 2000 --inputs 100000 --seed 1 --parser NAME --from N]: objects in every form that git reads are read as
// git reads them and survive starts; then each parser of bytes gets damaged ones. Exit code 1 when one did anything but answer or refuse.
import { parseArgs } from 'node:util';
import { say } from '../exit-with.ts';
import { fuzzAll } from './fuzz-all.ts';
import { parserNames } from './fuzz-parser.ts';
import { faultsOfObjects } from './objects-round.ts';

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
const parser = values.parser ?? null;
const isUnderstood =
  [objects, inputs, from, seed].every((number) => Number.isInteger(number) && number >= 0) &&
  (parser === null || parserNames().includes(parser));

async function main(): Promise<number> {
  say(`seed ${seed}`);
  const faults = objects === 0 ? [] : await faultsOfObjects({ count: objects, seed });
  if (objects > 0)
    say(faults.length === 0 ? `objects: ${objects} of every form, no fault` : faults.join('\n'));
  return faults.length + (await fuzzAll({ seed, from, inputs, parser, say }));
}

if (isUnderstood) {
  process.exitCode = (await main()) === 0 ? 0 : 1;
} else {
  console.error(
    `npm run fuzz -- [--objects N] [--inputs N] [--seed N] [--parser ${parserNames().join('|')} [--from N]]`,
  );
  process.exitCode = 2;
}
