/** An article that the story writes. */
export interface Article {
  readonly title: string;
  readonly slug: string;
  /** The words of its picture. */
  readonly picture: string;
  /** How the name of the picture's file begins. */
  readonly image: string;
}

export const TRAIN: Article = {
  title: 'Le carnet du train',
  slug: 'le-carnet-du-train',
  picture: 'Le quai à six heures',
  image: 'le-quai-a-six-heures',
};
export const STATION: Article = {
  title: 'La gare, en été',
  slug: 'la-gare-en-ete',
  picture: 'La verrière',
  image: 'la-verriere',
};
export const TUNNEL: Article = {
  title: 'Écrire sous le tunnel',
  slug: 'ecrire-sous-le-tunnel',
  picture: 'Une lampe',
  image: 'une-lampe',
};
export const ARTICLES: readonly Article[] = [TRAIN, STATION, TUNNEL];

/** On line already; changed here and elsewhere. */
export const KNOWN = {
  title: "Treize semaines d'avance",
  /** Its title as a commit has it. */
  shortened: "Treize semaines d'avance : le prévisionnel qui tient en vingt min…",
  slug: 'tresorerie-previsionnel-13-semaines',
  path: 'posts/2026/tresorerie-previsionnel-13-semaines.md',
};
