/** Absolute, and of the web: no `javascript:`, no `data:`, no path. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}

/**
 * Whether an address of the web names an image that not all networks show: LinkedIn and messengers want JPEG, PNG or GIF,
 * and none shows AVIF or SVG. An address that does not end with its format may lead to any.
 */
export function isUnsharable(address: string): boolean {
  return isWebAddress(address) && /\.(?:webp|avif|heic|svg|tiff?)$/i.test(new URL(address).pathname);
}

/** What the author of such an address is told. */
export const UNSHARABLE =
  'Tous les réseaux ne montrent pas les images de ce format venues d’un autre site : la couverture ou l’image dessinée la remplace. Ajoutez-la ici, ou donnez-en une en JPEG ou PNG.';
