/** A page that is measured, and what is known beforehand. */
export interface MeasuredPage {
  readonly name: string;
  readonly path: string;
  /** Audits that it fails for being what it is. */
  readonly ignored: readonly string[];
}

/** Search engines are told to leave it out (noindex). */
const NOT_INDEXED = ['is-crawlable'];
/** The browser itself writes the status of such a page to the console. */
const MISSING = [...NOT_INDEXED, 'http-status-code', 'errors-in-console'];

/** The pages of the starter's site, with its covers. */
export const MEASURED_PAGES: readonly MeasuredPage[] = [
  { name: 'accueil', path: '/', ignored: [] },
  { name: 'liste', path: '/blog', ignored: [] },
  { name: 'article', path: '/blog/ironman-mindset-discipline-business', ignored: [] },
  { name: 'recherche', path: '/recherche?q=prix', ignored: NOT_INDEXED },
  { name: '404', path: '/inconnue', ignored: MISSING },
];
