import { imageDigest } from '../image-name.ts';
import { imageAddress, imagePathOfAddress } from '../paths.ts';

/** Answers the right address of an image whose address, as written, leads nowhere; null when nobody can tell. */
export type FindLost = (address: string) => string | null;

const ENDING = /\.(?:jpe?g|png|webp|avif|gif)$/i;
/** Address of another site, or of this one as it was once called. */
const ELSEWHERE = /^(?:https?:)?\/\/[^/]*/i;

/**
 * Finds what addresses that lead nowhere obviously mean among the images of the repository: the slash or the year is wrong
 * or missing, the case or the ending differs, an old host stands in front, or the readable part of the name changed and the
 * digits of the content did not. Of several images that fit, with different contents, none is chosen.
 */
export function createLostAddresses(images: ReadonlyMap<string, string>): FindLost {
  const byPath = index(images, (path) => path.toLowerCase());
  const byName = index(images, (path) => nameOf(path).toLowerCase());
  const byBase = index(images, (path) => baseOf(path));
  const byDigest = index(images, (path) => imageDigest(nameOf(path)));

  function meant(address: string): string | null {
    const host = ELSEWHERE.exec(address)?.[0];
    const path = decoded(host === undefined ? address : address.slice(host.length));
    if (path === null || !ENDING.test(path) || /^[a-z][a-z0-9+.-]*:/i.test(path)) return null;
    const digest = imageDigest(nameOf(path));
    // A picture of another site may have any name; only ours carry the digits of their content.
    if (host !== undefined && (digest === null || !byDigest.has(digest))) return null;
    const inFolder = /(?:^|\/)(images\/.*)$/i.exec(path)?.[1]?.toLowerCase();
    return (
      only(inFolder === undefined ? undefined : byPath.get(inFolder)) ??
      only(byName.get(nameOf(path).toLowerCase())) ??
      only(byBase.get(baseOf(path))) ??
      only(digest === null ? undefined : byDigest.get(digest))
    );
  }

  /** The first of the images when all have one content. */
  function only(paths: readonly string[] | undefined): string | null {
    const [first] = paths ?? [];
    if (first === undefined || paths === undefined) return null;
    return paths.every((path) => images.get(path) === images.get(first)) ? first : null;
  }

  return (address) => {
    const path = imagePathOfAddress(address);
    if (path !== null && images.has(path)) return null;
    const found = meant(address.replace(/[?#].*$/s, ''));
    return found === null ? null : imageAddress(found);
  };
}

function index(
  images: ReadonlyMap<string, string>,
  keyOf: (path: string) => string | null,
): ReadonlyMap<string, readonly string[]> {
  const paths = new Map<string, string[]>();
  for (const path of [...images.keys()].sort()) {
    const key = keyOf(path);
    if (key === null) continue;
    const others = paths.get(key);
    if (others === undefined) paths.set(key, [path]);
    else others.push(path);
  }
  return paths;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function baseOf(path: string): string {
  return nameOf(path).replace(ENDING, '').toLowerCase();
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
