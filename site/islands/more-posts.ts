import '#content/contract/zod-without-eval.ts';

import { MorePosts } from '#site/ui/more-posts.tsx';
import { wakeIsland } from './wake.ts';

export function wake(root: HTMLElement): Promise<void> {
  return wakeIsland(MorePosts, root);
}
