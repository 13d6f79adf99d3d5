/** What a key point is about (docs/product.md, Key points). */
export type KeyPointType = 'conseil' | 'chiffre' | 'action' | 'lecon' | 'erreur' | 'resultat';

/** docs/product.md, Key points. */
export const KEY_POINT_PRIORITIES: Readonly<Record<KeyPointType, number>> = {
  erreur: 10,
  chiffre: 9,
  resultat: 8,
  lecon: 7,
  action: 6,
  conseil: 5,
};

// Words are compared without accents, in lowercase; each is the beginning of a word.
const ERROR = words(
  `erreur piege attention jamais danger risque echec echoue evite eviter evitez mefie illusion gaspill fatal neglig`,
);
const RESULT = words(
  `resultat gagne gain augment progress double triple ameliore reussi reussite succes benefice obten obtien retour
  rentab croissance performance economis`,
);
const LESSON = words(
  `lecon appris apprend apprentissage compris comprendre comprend retenir retenez retient enseigne decouvert
  realise verite experience principe secret`,
);
const ACTION = words(
  `commence commencez faites fixez definissez mettez creez testez mesurez choisissez planifiez planifier notez ecrivez
  bloquez preparez verifiez suivez listez demandez appelez decidez agissez construisez etape lancez calculez comparez
  reservez relisez organisez automatisez deleguez negociez identifiez analysez etablissez`,
);
const ADVICE = words(
  `conseil conseille astuce recommand privilegi pensez penser prefere preferez mieux faut devez devrait important
  essentiel cle indispensable necessaire utile gardez restez prenez essayez n'hesitez utilisez`,
);
const BUSINESS = words(
  `entreprise business client chiffre marge tresorerie rentab benefice profit cout prix vente vendre marche investi
  strateg croissance equipe dirigeant entrepreneur financ fiscal impot budget capital objectif resultat performance
  discipline revenu epargne facture salaire projet produit valeur banque credit dette`,
);

const DIGIT = /\d/;
const AMOUNT = /[€$£¥%]|\b(?:users?|utilisat(?:eur|rice)s?|client(?:e)?s?)\b/;

function words(list: string): RegExp {
  return new RegExp(`\\b(?:${list.trim().split(/\s+/).join('|')})`);
}

/** `text` as keywords are compared: lowercase, without accents, with straight apostrophes. */
function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/œ/gi, 'oe')
    .replace(/’/g, "'")
    .toLowerCase();
}

/** The type of a text, and whether anything in it says so; a text that says nothing is taken for advice. */
export function classify(text: string): { readonly type: KeyPointType; readonly isCertain: boolean } {
  const plain = folded(text);
  if (ERROR.test(plain)) return { type: 'erreur', isCertain: true };
  if (DIGIT.test(plain) && AMOUNT.test(plain)) return { type: 'chiffre', isCertain: true };
  if (RESULT.test(plain)) return { type: 'resultat', isCertain: true };
  if (LESSON.test(plain)) return { type: 'lecon', isCertain: true };
  if (ACTION.test(plain)) return { type: 'action', isCertain: true };
  return { type: 'conseil', isCertain: ADVICE.test(plain) };
}

/** Whether a sentence of a paragraph is worth a look: it has business words, digits or words of lessons (docs/product.md, Key points). */
export function isTelling(sentence: string): boolean {
  const plain = folded(sentence);
  return DIGIT.test(plain) || BUSINESS.test(plain) || LESSON.test(plain);
}
