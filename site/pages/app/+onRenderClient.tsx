import '#content/contract/zod-without-eval.ts';

import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import type { PageContextClient } from 'vike/types';
import { APP_ROOT_ID } from '#site/ui/app-root.ts';
import { showStopped } from './shell/stopped.ts';

/** Draws an app page; when it fails for good, says so instead of leaving an empty page. */
export function onRenderClient(pageContext: PageContextClient): void {
  const root = document.getElementById(APP_ROOT_ID);
  if (root === null) throw new Error('The page has no place for the app.');
  const Page = pageContext.Page as ComponentType; // below this folder, pages are components
  createRoot(root, {
    onUncaughtError: (error) => {
      console.error(error);
      showStopped(root);
    },
  }).render(<Page />);
}
