import '#content/contract/zod-without-eval.ts';

import { SearchBox } from '#site/ui/search-box.tsx';
import { wakeIsland } from './wake.ts';

export function wake(root: HTMLElement): Promise<void> {
  return wakeIsland(SearchBox, root);
}
