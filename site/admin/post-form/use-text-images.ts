import { useMemo } from 'react';
import type { Cover } from '#content/contract/posts.ts';
import { type ImageInfo, shareAddress, variantAddress, variantWidthFor } from '#content/model/image.ts';
import { imageAddresses } from '#content/model/image-references/image-addresses.ts';
import { useApiQuery } from '../api/use-api.ts';
import { shownCover } from '../preview/previewed-article.ts';
import { useDebounced } from '../use-debounced.ts';

/** What one call describes at most. */
const MAX_ADDRESSES = 500;

/** The images of the site that a text and some fields name, by the addresses they have there, as of the last pause in typing. */
export function useTextImages(content: string, others: readonly string[]): ReadonlyMap<string, ImageInfo> {
  const debounced = useDebounced(content);
  const written = useMemo(() => imageAddresses(debounced), [debounced]);
  const addresses = [...new Set([...others.filter((address) => address !== ''), ...written])];
  const described = useApiQuery(
    'describeImages',
    { addresses: addresses.sort().slice(0, MAX_ADDRESSES) },
    { enabled: addresses.length > 0, keepsPrevious: true },
  );
  // One as long as it is the same: what shows the images is drawn anew for another one.
  return useMemo(() => new Map(described.data?.map((image) => [image.address, image])), [described.data]);
}

/** Where to load the image a field names from, about `width` wide; null while unknown, or when it is none of ours. */
export function useImageSource(address: string, width: number): string | null {
  return useSource(address, (image) => variantAddress(image, variantWidthFor(image, width), 'webp'));
}

/** The same, cut as networks are given it. */
export function useSharedSource(address: string): string | null {
  return useSource(address, shareAddress);
}

/** The image a field names, as a page shows it; null likewise. */
export function useCover(address: string): Cover | null {
  return shownCover(useImage(address));
}

function useSource(address: string, variantOf: (image: ImageInfo) => string): string | null {
  const image = useImage(address);
  return image === undefined ? null : variantOf(image);
}

function useImage(address: string): ImageInfo | undefined {
  const wanted = address.trim();
  const described = useApiQuery('describeImages', { addresses: [wanted] }, { enabled: wanted !== '' });
  return described.data?.find((candidate) => candidate.address === wanted);
}
