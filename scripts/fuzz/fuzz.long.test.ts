import { describe, expect, it } from 'vitest';
import { rounds } from '#content/testing/rounds.ts';
import { OBJECT_PARSERS } from './object-parsers.ts';
import { tryParser } from './parser.ts';
import { TEXT_PARSERS } from './text-parsers.ts';

const INPUTS = rounds({ few: 200, all: 3000 });

describe('a parser of bytes', () => {
  it.each(Object.entries({ ...OBJECT_PARSERS, ...TEXT_PARSERS }))(
    'answers damaged ones or refuses them: %s',
    async (_, attempt) => {
      const outcome = await tryParser(attempt, { seed: 11, from: 0, inputs: INPUTS });
      const { fault, answered, refused } = outcome;
      expect(fault).toBeNull();
      expect(answered + refused).toBe(INPUTS);
      expect(Math.min(answered, refused)).toBeGreaterThan(0);
    },
  );
});
