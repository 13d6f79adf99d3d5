/** Longest slug, in characters: with its folder and `.md` it stays under what every file system accepts. */
export const MAX_SLUG_LENGTH = 120;

const SHAPE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether `text` can be the address of a post and the name of its file on every system. */
export function isSlug(text: string): boolean {
  return text.length <= MAX_SLUG_LENGTH && SHAPE.test(text) && !isWindowsDevice(text);
}

/**
 * The slug of a title: lowercase, accents removed, each run of other characters one hyphen, none at the ends
 * (docs/product.md, Article form); œ becomes oe and æ ae first. Gives '' when the title has no letter or digit, and
 * cuts at a word under {@link MAX_SLUG_LENGTH}.
 */
export function slugFromTitle(title: string): string {
  const letters = title
    .replace(/œ/gi, 'oe')
    .replace(/æ/gi, 'ae')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]+/g, '');
  const plain = withoutOtherMarks(letters)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (plain.length <= MAX_SLUG_LENGTH) return plain;
  const cut = plain.slice(0, MAX_SLUG_LENGTH + 1);
  const lastHyphen = cut.lastIndexOf('-');
  return lastHyphen > 0 ? cut.slice(0, lastHyphen) : plain.slice(0, MAX_SLUG_LENGTH);
}

/** The first of `slug`, `slug-2`, `slug-3` … that is free, within the length an address may have. */
export function freeSlug(slug: string, isFree: (slug: string) => boolean): string {
  return createFreeSlugs(isFree)(slug);
}

/** {@link freeSlug} for many, while nothing becomes free: of those of one name each begins where the one before ended. */
export function createFreeSlugs(isFree: (slug: string) => boolean): (slug: string) => string {
  const next = new Map<string, number>();
  return (slug) => {
    for (let number = next.get(slug) ?? 1; ; number += 1) {
      const candidate = numbered(slug, number);
      if (!isFree(candidate)) continue;
      next.set(slug, number + 1);
      return candidate;
    }
  };
}

function numbered(slug: string, number: number): string {
  if (number === 1) return slug;
  const ending = `-${number}`;
  return slug.slice(0, MAX_SLUG_LENGTH - ending.length).replace(/-+$/, '') + ending;
}

/** Signs among which there are marks that are not those of Latin letters; a text in French has none. */
const MAY_BE_MARKED = /[^\0-\u0482\u2000-\u20cf]/;

/** To look for `\p{M}` takes twenty times as long as for the marks of Latin letters. */
function withoutOtherMarks(text: string): string {
  return MAY_BE_MARKED.test(text) ? text.replace(/\p{M}+/gu, '') : text;
}

/** Names that Windows gives to devices, whatever their ending; `aux champs.jpg` is none of them. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:$|[.:])/i;

/** Whether Windows takes the name of a file or folder for a device. */
export function isWindowsDevice(name: string): boolean {
  return DEVICE.test(name);
}

/** Why Windows cannot have a file or folder of this name, in French, without a capital or a full stop; null when it can. */
export function windowsFault(name: string): string | null {
  if (isWindowsDevice(name)) return 'nom que Windows réserve à un appareil';
  if (/[<>:"|?*\\\p{Cc}]/u.test(name)) return 'nom avec un caractère que Windows refuse';
  return /[. ]$/.test(name) ? 'nom que Windows refuse\u00a0: un point ou une espace le termine' : null;
}
