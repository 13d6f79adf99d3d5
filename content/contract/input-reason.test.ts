import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { faultsOf, invalidInput } from './input-reason.ts';
import { operations } from './operations.ts';

const schema = z.object({
  tags: z.array(z.string().max(3)).max(2).optional(),
  isPublished: z.boolean().optional(),
  email: z.union([z.literal(''), z.email()]).optional(),
  days: z.number().optional(),
  slug: z.string().max(1200).optional(),
  limit: z.number().int().min(1).max(90).optional(),
  files: z.array(z.string()).min(1).optional(),
});

function reasonOf(input: unknown): string | undefined {
  const { error } = schema.safeParse(input, { reportInput: true });
  return error === undefined ? undefined : invalidInput(error).data.reason;
}

describe('invalidInput', () => {
  it.each([
    [{ tags: 'a' }, 'Le champ «\u00a0Mots-clés\u00a0» n’est pas valable\u00a0: une liste est attendue.'],
    [{ tags: [1] }, 'Le champ «\u00a0Mots-clés\u00a0» n’est pas valable\u00a0: un texte est attendu.'],
    [
      { tags: ['abcd'] },
      'Le champ «\u00a0Mots-clés\u00a0» n’est pas valable\u00a0: 3\u00a0caractères au plus.',
    ],
    [
      { tags: ['a', 'b', 'c'] },
      'Le champ «\u00a0Mots-clés\u00a0» n’est pas valable\u00a0: 2\u00a0éléments au plus.',
    ],
    [
      { isPublished: 'oui' },
      "Le champ «\u00a0Publier l'article\u00a0» n’est pas valable\u00a0: «\u00a0true\u00a0» ou «\u00a0false\u00a0» est attendu.",
    ],
    [
      { slug: 'a'.repeat(1201) },
      'Le champ «\u00a0Slug (URL)\u00a0» n’est pas valable\u00a0: 1\u202f200\u00a0caractères au plus.',
    ],
    [{ limit: 0 }, 'Le champ «\u00a0limit\u00a0» n’est pas valable\u00a0: 1 au moins.'],
    [{ limit: 91 }, 'Le champ «\u00a0limit\u00a0» n’est pas valable\u00a0: 90 au plus.'],
    [{ limit: 1e300 }, 'Le champ «\u00a0limit\u00a0» n’est pas valable\u00a0: ce nombre est trop grand.'],
    [{ files: [] }, 'Le champ «\u00a0files\u00a0» n’est pas valable\u00a0: 1\u00a0élément au moins.'],
    [
      { email: 'a' },
      'Le champ «\u00a0Adresse e-mail\u00a0» n’est pas valable\u00a0: une adresse e-mail est attendue.',
    ],
    [{ email: 5 }, 'Le champ «\u00a0Adresse e-mail\u00a0» n’est pas valable\u00a0: un texte est attendu.'],
    [{ days: 'x' }, 'Le champ «\u00a0Durée en jours\u00a0» n’est pas valable\u00a0: un nombre est attendu.'],
    [{ slug: null }, 'Le champ «\u00a0Slug (URL)\u00a0» n’est pas valable\u00a0: un texte est attendu.'],
    [[], 'La demande n’est pas valable\u00a0: un objet est attendu.'],
  ])('says in French what is wrong with %j', (input, reason) => {
    expect(reasonOf(input)).toBe(reason);
  });
});

describe('faultsOf', () => {
  it('says of each field what is wrong first, in the order of the fields', () => {
    const { error } = operations.register.input.safeParse({ username: '', password: '', email: 'a' });
    expect([...faultsOf({ issues: error?.issues ?? [] })]).toEqual([
      ['username', "Nom d'utilisateur requis"],
      ['password', 'Mot de passe requis'],
      ['email', 'Une adresse e-mail est attendue'],
    ]);
  });
});
