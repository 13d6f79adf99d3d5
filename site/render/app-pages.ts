interface AppPage {
  readonly title: string;
  /** Who reaches it: whoever is signed in; all, and what it does needs a session (docs/design.md, HTTP); whoever is not yet. */
  readonly access: 'protected' | 'open' | 'login';
}

export const LOGIN = '/auth';
export const ADMIN = '/admin';

/**
 * The pages that run in the browser, by their addresses (docs/product.md, Addresses; site/pages/app). The admin has the addresses below
 * its own too.
 */
export const APP_PAGES: Readonly<Record<string, AppPage | undefined>> = {
  [ADMIN]: { title: 'Administration', access: 'protected' },
  [LOGIN]: { title: 'Connexion', access: 'login' },
  '/upload-debug': { title: 'Diagnostic des envois', access: 'protected' },
  '/test-upload': { title: 'Essais d’envoi', access: 'protected' },
  '/test-object-storage': { title: 'Essai du stockage', access: 'open' },
  '/init-data': { title: 'Articles de départ', access: 'open' },
  '/fix-images': { title: 'Correction des images', access: 'open' },
  '/fix-ironman-production': { title: 'Correction de l’article Ironman', access: 'open' },
  '/direct-fix': { title: 'Correction directe', access: 'open' },
};
