/**
 * How people sort texts: « Étape 2 » before « Étape 10 ». V8 keeps what it made for a locale that is given with no options, and makes
 * nothing before two texts are compared: what Intl loads for it is 5 MB.
 */
export function frenchOrder(a: string, b: string): number {
  return a.localeCompare(b, 'fr-u-kn');
}
