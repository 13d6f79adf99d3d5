import { describe, expect, it } from 'vitest';
import { rounds } from '#content/testing/rounds.ts';
import { fuzzParser, parserNames } from './fuzz-parser.ts';

const INPUTS = rounds({ few: 200, all: 3000 });

describe('a parser of bytes', () => {
  it.each(parserNames())('answers damaged ones or refuses them: %s', async (name) => {
    const { fault, answered, refused } = await fuzzParser({ name, seed: 11, from: 0, inputs: INPUTS });
    expect(fault).toBeNull();
    expect(answered + refused).toBe(INPUTS);
    expect(Math.min(answered, refused)).toBeGreaterThan(0);
  });
});
