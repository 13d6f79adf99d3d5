import { describe, expect, it } from 'vitest';

import { fold, stem } from './stem.ts';

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

describe('stem', () => {
  it.each(FAMILIES)('is one for %s', (line) => {
    expect(new Set(line.split(' ').map((word) => stem(fold(word)))).size).toBe(1);
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
    expect(stem(fold(one))).not.toBe(stem(fold(other)));
  });
});
