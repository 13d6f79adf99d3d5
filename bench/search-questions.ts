import { createRandom } from '#content/testing/random.ts';

/** Subjects of the made articles (corpus.ts), as readers type them. */
const WORDS =
  `trésorerie tresorerie rentabilité rentable fiscalité fiscal impots prix client clients banque budget associé
  croissance investissement investir facture discipline ironman retraite patrimoine décision équipe fournisseur salaire
  holding stratégie indicateurs priorités habitudes méthode charges échéances délais paiement risques juridiques marge
  consultant indépendante entraînement confiance résultat exercice`.split(/\s+/);
const MISTYPED = [
  'tresororie',
  'rentabilte',
  'investisement',
  'fiscalitee',
  'discipine',
  'strategei',
  'entrainemnt',
];
const BEGUN = ['trés', 'inve', 'fisc', 'renta', 'disc', 'strat', 'indép'];
const WHOLE = [
  'comment améliorer la rentabilité de mon activité',
  'délais de paiement des clients',
  'plan d’entraînement du sportif',
  '"seuil de rentabilité"',
  '"besoin en fonds de roulement"',
  'négocier avec sa banque avant la fin de l’année',
];

/** What readers ask of ten thousand articles: one to four words, some mistyped, some not finished; the same each time. */
export function searchQuestions(count: number): readonly string[] {
  const { pick } = createRandom(1);
  return Array.from({ length: count }, (_, index) => {
    if (index % 10 === 0) return pick(MISTYPED);
    if (index % 10 === 1) return pick(BEGUN);
    if (index % 10 === 2) return pick(WHOLE);
    if (index % 10 === 3) return `${pick(WORDS)} ${pick(MISTYPED)}`;
    return Array.from({ length: 1 + (index % 4) }, () => pick(WORDS)).join(' ');
  });
}
