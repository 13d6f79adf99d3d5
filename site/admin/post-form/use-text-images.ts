import { useMemo } from 'react';
import type { ImageInfo } from '#content/model/image.ts';
import { findReferences } from '#content/model/image-references/find.ts';
import { useOperation } from '../use-operation.ts';
import { useSettled } from '../use-settled.ts';

/** What one call describes at most. */
const MAX_ADDRESSES = 500;

/** The images of the site that a text and some fields name, by the addresses they have there, as of the last pause in typing. */
export function useTextImages(content: string, others: readonly string[]): ReadonlyMap<string, ImageInfo> {
  const settled = useSettled(content);
  const written = useMemo(() => imagesOf(settled), [settled]);
  const addresses = [...new Set([...others.filter((address) => address !== ''), ...written])];
  const described = useOperation(
    'describeImages',
    { addresses: addresses.sort().slice(0, MAX_ADDRESSES) },
    { enabled: addresses.length > 0, keepsPrevious: true },
  );
  return new Map(described.data?.map((image) => [image.address, image]));
}

function imagesOf(content: string): readonly string[] {
  if (!content.includes('](') && !content.includes('<img') && !content.includes(']:')) return [];
  return findReferences(content)
    .filter(({ kind }) => kind === 'image' || kind === 'tag')
    .map(({ address }) => address);
}
