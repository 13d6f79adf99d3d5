import * as z from 'zod';
import { MorePosts } from '#site/ui/more-posts.tsx';
import { wakeIsland } from './wake.ts';

export function wake(root: HTMLElement): Promise<void> {
  // zod would try to compile its schemas, which the content security policy refuses and reports.
  z.config({ jitless: true });
  return wakeIsland(MorePosts, root);
}
