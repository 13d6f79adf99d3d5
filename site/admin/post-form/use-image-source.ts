import { type Cover, coverOf } from '#content/contract/posts.ts';
import { type ImageInfo, shareAddress, variantAddress, variantWidthFor } from '#content/model/image.ts';
import { useApiQuery } from '../api/use-api.ts';
import { useAdmin } from '../context.ts';
import { withMappedCover } from '../preview/previewed-article.ts';

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
  const { imageAddress } = useAdmin();
  const image = useImage(address);
  return image === null ? null : withMappedCover(coverOf(image), imageAddress);
}

function useSource(address: string, variantOf: (image: ImageInfo) => string): string | null {
  const { imageAddress } = useAdmin();
  const image = useImage(address);
  return image === null ? null : imageAddress(variantOf(image));
}

function useImage(address: string): ImageInfo | null {
  const wanted = address.trim();
  const described = useApiQuery('describeImages', { addresses: [wanted] }, { enabled: wanted !== '' });
  return described.data?.find((candidate) => candidate.address === wanted) ?? null;
}
