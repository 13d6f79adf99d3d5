import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { invalidInput } from './input-reason.ts';

const schema = z.object({
  tags: z.array(z.string().max(3)).max(2).optional(),
  isPublished: z.boolean().optional(),
  limit: z.number().int().min(1).max(90).optional(),
});

function reasonOf(input: unknown): string | undefined {
  const { error } = schema.safeParse(input, { reportInput: true });
  return error === undefined ? undefined : invalidInput(error).data.reason;
}

describe('invalidInput', () => {
  it.each([
    [{ tags: 'a' }, 'Le champ « tags » n’est pas valable : une liste est attendue.'],
    [{ tags: [1] }, 'Le champ « tags.0 » n’est pas valable : un texte est attendu.'],
    [{ tags: ['abcd'] }, 'Le champ « tags.0 » n’est pas valable : 3 caractères au plus.'],
    [{ tags: ['a', 'b', 'c'] }, 'Le champ « tags » n’est pas valable : 2 éléments au plus.'],
    [
      { isPublished: 'oui' },
      'Le champ « isPublished » n’est pas valable : « true » ou « false » est attendu.',
    ],
    [{ limit: 0 }, 'Le champ « limit » n’est pas valable : 1 au moins.'],
    [{ limit: 91 }, 'Le champ « limit » n’est pas valable : 90 au plus.'],
    [{ limit: 1e300 }, 'Le champ « limit » n’est pas valable : ce nombre est trop grand.'],
    [[], 'La demande n’est pas valable : un objet est attendu.'],
  ])('says in French what is wrong with %j', (input, reason) => {
    expect(reasonOf(input)).toBe(reason);
  });
});
