import type { Act } from './turn.ts';
import { changeFields, createAt } from './writing.ts';

/** Addresses that all want, for articles as for pages. */
export const WANTED = ['contact', 'equipe', 'tarifs'] as const;

/** A new article or page is to have an address that others want as well, or one that is there. */
export const takeAddress: Act = (turn) => {
  const { random } = turn;
  const slug = random.pick(WANTED);
  if (random.oneIn(3)) return changeFields(turn, { slug }, `moves to ${slug}`);
  return createAt(turn, { slug, isPage: random.oneIn(2) });
};

/** A page goes into the menu of the site, or out of it. */
export const menu: Act = (turn) => {
  const isShown = turn.random.oneIn(2);
  const words = isShown ? 'puts into the menu' : 'takes out of the menu';
  return changeFields(turn, { menu: isShown }, words, ({ isPage }) => isPage === true);
};
