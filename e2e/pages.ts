export const ARTICLE = '/blog/ironman-mindset-discipline-business';

/** Every public page of the starter, by what it is. */
export const PAGES = [
  ['home', '/'],
  ['blog', '/blog'],
  ['article', ARTICLE],
  ['search', '/recherche?q=tresorerie'],
  ['category', '/blog/categorie/business'],
  ['legal notice', '/mentions-legales'],
  ['privacy', '/confidentialite'],
  ['unknown page', '/inconnue'],
  ['unknown article', '/blog/inconnu'],
] as const;

/** Chromium's own line about the last two. */
export const NOT_FOUND_LINE = /Failed to load resource: the server responded with a status of 404/;
