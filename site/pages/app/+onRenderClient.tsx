import '#content/contract/zod-without-eval.ts';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import type { PageContextClient } from 'vike/types';
import { APP_ROOT_ID } from '#site/ui/app-root.ts';

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

/** What stands where an app page failed. Built by hand: React is what failed. */
function showStopped(root: HTMLElement): void {
  const title = document.createElement('h1');
  title.textContent = 'Une erreur est survenue';
  const text = document.createElement('p');
  text.textContent = 'Cette page s’est arrêtée. Le texte en cours est gardé dans ce navigateur.';
  const button = document.createElement('button');
  button.className = 'button button-gold';
  button.textContent = 'Recharger la page';
  button.addEventListener('click', () => location.reload());
  const main = document.createElement('div');
  main.className = 'wrap message stopped';
  main.append(title, text, button);
  root.replaceChildren(main);
}
