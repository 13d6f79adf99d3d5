import { useMemo } from 'react';
import type { ImageInfo } from '#content/model/image.ts';
import { findReferences } from '#content/model/image-references/find.ts';
import { useApiQuery } from '../api/use-api.ts';
import { useDebounced } from '../use-debounced.ts';

/** What one call describes at most. */
const MAX_ADDRESSES = 500;

/** The images of the site that a text and some fields name, by the addresses they have there, as of the last pause in typing. */
export function useTextImages(content: string, others: readonly string[]): ReadonlyMap<string, ImageInfo> {
  const debounced = useDebounced(content);
  const written = useMemo(() => imagesOf(debounced), [debounced]);
  const addresses = [...new Set([...others.filter((address) => address !== ''), ...written])];
  const described = useApiQuery(
    'describeImages',
    { addresses: addresses.sort().slice(0, MAX_ADDRESSES) },
    { enabled: addresses.length > 0, keepsPrevious: true },
  );
  return new Map(described.data?.map((image) => [image.address, image]));
}

/** What an image is written in at most, and then some: its text, its address, its title. */
const LONGEST = 4_000;

/** Looked for where images begin, a long text is not read for them; those that a text only shows as code are among them. */
function imagesOf(content: string): readonly string[] {
  const found: string[] = [];
  for (const { index } of content.matchAll(/!\[|<img/g)) {
    const image = findReferences(content.slice(index, index + LONGEST)).find(({ whole }) => whole.from === 0);
    if (image !== undefined) found.push(image.address);
  }
  return found;
}
