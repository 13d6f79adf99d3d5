import { describe, expect, it } from 'vitest';
import { isTooLong, passwordFault } from './password-rules.ts';

describe('passwordFault', () => {
  it.each([
    ['onze signes', 'au moins'],
    ['é'.repeat(37), 'trop long'],
    ['a'.repeat(73), 'trop long'],
    ['abababababab', 'répète'],
    ['aaaaaaaaaaaaaaaa', 'répète'],
    ['192837465091', 'chiffres seulement'],
    ['24/12/1985 18:30', 'chiffres seulement'],
    ['marguerite75', 'nom d’utilisateur'],
    ['MARGUERITE-12', 'nom d’utilisateur'],
    ['motdepasse123', 'trop courant'],
    ['M0t-de-P@sse-2024!', 'trop courant'],
    ['Password1234', 'trop courant'],
    ['p@$$w0rd-p@$$w0rd', 'trop courant'],
    ['administrateur2024', 'trop courant'],
    ['azertyuiopqs', 'trop courant'],
    ['mlkjhgfdsqpo', 'trop courant'],
    ['1a2z3e4r5t6y', 'trop courant'],
    ['Soleil-Paris-75', 'trop courant'],
  ])('refuses %j', (password, reason) => {
    expect(passwordFault(password, 'Marguerite')).toContain(reason);
  });

  it.each([
    'seize-loutres-vertes',
    'quatre mots pris au hasard',
    'N875-8CU2-ZFEQ-NC3D-R9R6',
    '8#4$92!7%1x6@',
    'é'.repeat(4) + 'àùçîôûÿë' + 'œuvre',
    'password du chat de ma voisine',
    'marguerite et ses treize chats',
  ])('takes %j', (password) => {
    expect(passwordFault(password, 'Marguerite')).toBeNull();
  });
});

describe('isTooLong', () => {
  it('counts the bytes bcrypt reads, of accents in their short form', () => {
    expect([
      isTooLong('e\u0301'.repeat(36)),
      isTooLong('é'.repeat(36)),
      isTooLong('é'.repeat(36) + 'x'),
    ]).toEqual([...[false, false, true]]);
  });
});
