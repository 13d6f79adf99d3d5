import { imageDigest } from '../image.ts';
import { findReferences } from '../image-references/find.ts';
import { imagePathOfAddress } from '../paths.ts';

interface Shown {
  readonly coverImage: string | null;
  readonly body: string;
}

/**
 * Our images that a post shows, its cover first, each by the digits of its content, which a new name does not change. One
 * whose name has none is known by its path.
 */
export function imagesShown({ coverImage, body }: Shown): readonly string[] {
  const inText = findReferences(body).filter(({ kind }) => kind !== 'link' && kind !== 'anchor');
  const addresses = [...(coverImage === null ? [] : [coverImage]), ...inText.map(({ address }) => address)];
  return addresses.flatMap((address) => {
    const path = imagePathOfAddress(address);
    return path === null ? [] : [imageDigest(path) ?? path];
  });
}

/** How many images stand in the place of others. An image that comes or goes alone does so with its passage. */
export function replacedImages(before: readonly string[], after: readonly string[]): number {
  return Math.min(without(before, after), without(after, before));
}

/** How many of these are not among those, each counted as often as it is shown. */
function without(these: readonly string[], those: readonly string[]): number {
  const left = new Map<string, number>();
  for (const one of those) left.set(one, (left.get(one) ?? 0) + 1);
  return these.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  }).length;
}
