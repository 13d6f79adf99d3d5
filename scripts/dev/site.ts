// In the place of the built site: pages by Vike from the sources that Vite serves in this process (site-from-sources.ts).
export { renderPage } from 'vike/server';
