import { variantAddress, variantWidthFor } from '#content/model/image.ts';
import { useAdmin } from '../context.tsx';
import { useOperation } from '../use-operation.ts';

/** Where to load the image a field names from, about `width` wide; null while unknown, or when it is none of ours. */
export function useImageSource(address: string, width: number): string | null {
  const { imageAddress } = useAdmin();
  const wanted = address.trim();
  const described = useOperation('describeImages', { addresses: [wanted] }, { enabled: wanted !== '' });
  const image = described.data?.find((candidate) => candidate.address === wanted);
  if (image === undefined) return null;
  return imageAddress(variantAddress(image, variantWidthFor(image, width), 'webp'));
}
