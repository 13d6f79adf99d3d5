import { Share } from '#site/ui/share.tsx';
import { wakeIsland } from './wake.ts';

export function wake(root: HTMLElement): Promise<void> {
  return wakeIsland(Share, root);
}
