/** A page that every site has, at an address of its own. */
interface FixedPage {
  /** What the footer calls it; null where the footer does not lead to it. */
  readonly label: string | null;
  /** Whether a page of the owner's may take its place. */
  readonly givesWay?: true;
}

/** Beside articles and lists. What shows each is in site/render/render-page.ts; the footer, the sitemap and `isReserved` follow. */
export const FIXED_PAGES = {
  '/': { label: null },
  '/mentions-legales': { label: 'Mentions légales', givesWay: true },
  '/confidentialite': { label: 'Politique de confidentialité', givesWay: true },
} as const satisfies Readonly<Record<`/${string}`, FixedPage>>;

export type FixedAddress = keyof typeof FIXED_PAGES;

export function isFixedAddress(path: string): path is FixedAddress {
  return Object.hasOwn(FIXED_PAGES, path);
}

/** Whether one of them has this address and gives way to no page of the owner's. */
export function isKeptAddress(path: string): boolean {
  if (!isFixedAddress(path)) return false;
  const page: FixedPage = FIXED_PAGES[path];
  return page.givesWay !== true;
}
