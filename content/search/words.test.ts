import { describe, expect, it } from 'vitest';
import { createTokenizer } from './words.ts';

const tokenize = createTokenizer();
const words = (text: string) => tokenize(text).map(({ folded }) => folded);

describe('createTokenizer', () => {
  it.each([
    ["l'impôt, L’IMPÔT d'abord", ['impot', 'impot', 'abord']],
    ['jusqu’à l’été, lorsqu’elle s’en va, puisqu’aujourd’hui', []],
    ['10 000 €, 10\u202f000, 10.000 et 10000', ['10000', '10000', '10000', '10000']],
    ['en 2026 350 articles à 3,8 km', ['2026', '350', 'articles', '3,8', 'km']],
    ['Cœur, œufs et Lætitia', ['coeur', 'oeufs', 'laetitia']],
    ['le burn-out', ['burn', 'out', 'burnout']],
    ['peut-être, dit-il', []],
    ['prud’hommes', ['prud', 'hommes', 'prudhommes']],
    ['e\u0301quipe', ['equipe']],
    ['CO2', ['co2']],
  ])('cuts %s', (text, folded) => {
    expect(words(text).filter((word) => word !== 'ete' && word !== 'dit')).toEqual(folded);
  });

  it('says where words are, elided letters and silent words counting as a reader counts them', () => {
    const text = 'Payer l’impôt sur le revenu';
    expect(tokenize(text).map(({ start, end, position }) => [text.slice(start, end), position])).toEqual([
      ['Payer', 0],
      ['impôt', 1],
      ['revenu', 4],
    ]);
  });
});

/** Words of one line are found by each other. */
const FAMILIES = [
  'impôt impôts Impôts',
  'fiscal fiscale fiscaux fiscales fiscalité fiscaliste',
  'travail travaux',
  'bail baux',
  'investir investissement investissements investisseur investi investit',
  'négocier négociation négociations négocie négociez négocié',
  'professionnel professionnelle professionnels professionnelles',
  'stratégie stratégies stratégique stratégiques',
  'rentable rentabilité rentables',
  'productif productive productivité',
  'financer financement finance finances financier financière',
  'facture facturer facturation factures facturé',
  'recruter recrutement recrutements',
  'indépendant indépendants indépendante indépendance',
  'associé associée associés associées',
  'cœur coeur cœurs',
  'réussir réussi réussie',
  'entraînement entraîner entraînements',
  'bureau bureaux',
  'prix',
  'taux',
];

const stemOf = (word: string) => tokenize(word)[0]?.term ?? '';

describe('stem', () => {
  it.each(FAMILIES)('is one for %s', (line) => {
    const stems = line.split(' ').map(stemOf);
    expect([stems.includes(''), new Set(stems).size]).toEqual([false, 1]);
  });

  it.each([
    ['client', 'clé'],
    ['taux', 'tas'],
    ['prix', 'prime'],
    ['valeur', 'valet'],
    ['moment', 'momie'],
    ['métier', 'mètre'],
    ['société', 'socle'],
    ['10000', '1000'],
  ])('keeps %s and %s apart', (one, other) => {
    expect(stemOf(one)).not.toBe(stemOf(other));
  });
});
