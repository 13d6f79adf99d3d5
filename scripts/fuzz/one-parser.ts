// One parser, in a program of its own: whoever started it is told of each input, and sees it stop.
import * as z from 'zod';
import { fuzzParser } from './fuzz-parser.ts';

const options = z
  .object({ name: z.string(), seed: z.number(), from: z.number(), inputs: z.number() })
  .parse(JSON.parse(process.argv[2] ?? ''));

const outcome = await fuzzParser({ ...options, onInput: (number) => process.send?.({ number }) });
process.send?.({ outcome });
