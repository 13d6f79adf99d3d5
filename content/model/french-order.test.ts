import { expect, it } from 'vitest';
import { frenchOrder } from './french-order.ts';

it('puts numbers by their size, accents and capitals beside what they stand for', () => {
  expect(['Étape 10', 'zinc', 'étape 2', 'etape 2', 'Eau'].sort(frenchOrder)).toEqual([
    'Eau',
    'etape 2',
    'étape 2',
    'Étape 10',
    'zinc',
  ]);
});
