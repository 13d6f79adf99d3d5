import { type ImageInfo, shareAddress, variantAddress, variantWidthFor } from '#content/model/image.ts';
import { useAdmin } from '../context.tsx';
import { useOperation } from '../use-operation.ts';

/** Where to load the image a field names from, about `width` wide; null while unknown, or when it is none of ours. */
export function useImageSource(address: string, width: number): string | null {
  return useSource(address, (image) => variantAddress(image, variantWidthFor(image, width), 'webp'));
}

/** The same, cut as networks are given it. */
export function useSharedSource(address: string): string | null {
  return useSource(address, shareAddress);
}

function useSource(address: string, variantOf: (image: ImageInfo) => string): string | null {
  const { imageAddress } = useAdmin();
  const wanted = address.trim();
  const described = useOperation('describeImages', { addresses: [wanted] }, { enabled: wanted !== '' });
  const image = described.data?.find((candidate) => candidate.address === wanted);
  return image === undefined ? null : imageAddress(variantOf(image));
}
