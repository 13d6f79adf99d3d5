export const ARTICLE = '/blog/ironman-mindset-discipline-business';

/** One public page of the starter for each template, by what it is. */
export const TEMPLATES = [
  ['home', '/'],
  ['blog', '/blog'],
  ['article', ARTICLE],
  ['search', '/recherche?q=tresorerie'],
  ['legal notice', '/mentions-legales'],
  ['unknown page', '/inconnue'],
] as const;

/** Every one of them. */
export const PAGES = [
  ...TEMPLATES,
  ['category', '/blog/categorie/business'],
  ['privacy', '/confidentialite'],
  ['unknown article', '/blog/inconnu'],
] as const;

/** Chromium's own line about those that are unknown. */
export const NOT_FOUND_LINE = /Failed to load resource: the server responded with a status of 404/;
