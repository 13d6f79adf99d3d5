import { useEffect } from 'react';
import { useNavigation } from '../navigation.tsx';
import { postPath } from '../sections.ts';

/** A new article gets its own address once it was saved: a reload opens it, not an empty form. */
export function useArticleAddress(id: string | null): void {
  const { rename } = useNavigation();
  useEffect(() => {
    if (id !== null) rename(postPath(id));
  }, [id, rename]);
}
