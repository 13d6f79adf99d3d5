import { groupedBy } from '../grouped.ts';
import { imageDigest } from '../image.ts';
import { decoded, fileName, imageAddress, imagePathOfAddress } from '../paths.ts';

const ENDING = /\.(?:jpe?g|png|webp|avif|gif)$/i;
/** Address of another site, or of this one as it was once called. */
const ELSEWHERE = /^(?:https?:)?\/\/[^/]*/i;

/**
 * Finds what addresses that lead nowhere obviously mean among the images of the repository: the slash or the year is wrong
 * or missing, the case, the spelling of an accent or the ending differs, an old host stands in front, or the readable part of the name changed and the
 * digits of the content did not. Of several images that fit, with different contents, none is chosen. Answers the right address
 * of one that leads nowhere as it is written; null when nobody can tell.
 */
export function createLostAddresses(images: ReadonlyMap<string, string>): (address: string) => string | null {
  const paths = [...images.keys()].sort();
  const byPath = groupedBy(paths, folded);
  const byName = groupedBy(paths, (path) => folded(fileName(path)));
  const byBase = groupedBy(paths, baseOf);
  const byDigest = groupedBy(paths, (path) => imageDigest(fileName(path)));

  function meant(address: string): string | null {
    const host = ELSEWHERE.exec(address)?.[0];
    const path = decoded(host === undefined ? address : address.slice(host.length));
    if (path === null || !ENDING.test(path) || /^[a-z][a-z0-9+.-]*:/i.test(path)) return null;
    const digest = imageDigest(fileName(path));
    // A picture of another site may have any name; only ours carry the digits of their content.
    if (host !== undefined && (digest === null || !byDigest.has(digest))) return null;
    const inFolder = /(?:^|\/)(images\/.*)$/i.exec(path)?.[1];
    return (
      only(inFolder === undefined ? undefined : byPath.get(folded(inFolder))) ??
      only(byName.get(folded(fileName(path)))) ??
      only(byBase.get(baseOf(path))) ??
      only(digest === null ? undefined : byDigest.get(digest))
    );
  }

  /** The first of the images when all have one content. */
  function only([first, ...others]: readonly string[] = []): string | null {
    if (first === undefined) return null;
    return others.every((path) => images.get(path) === images.get(first)) ? first : null;
  }

  return (address) => {
    const path = imagePathOfAddress(address);
    if (path !== null && images.has(path)) return null;
    const found = meant(address.replace(/[?#].*$/s, ''));
    return found === null ? null : imageAddress(found);
  };
}

function baseOf(path: string): string {
  return folded(fileName(path)).replace(ENDING, '');
}

/** macOS spells accents apart in the names of files. */
function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
