import { app, shell } from 'electron';
import { isOwnPage } from '#desktop/host/address.ts';
import { outsideLink } from '#desktop/host/links.ts';
import { isSiteAddress } from '#desktop/host/site-preview.ts';

/**
 * Every window, whoever opens it: it goes nowhere but to our own pages, the previewed site nowhere but to its own; it
 * opens no other window and no webview. Links to the outside open in the system's browser or mail program, after parsing.
 */
export function refuseNavigation(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-frame-navigate', (event) => {
      if (event.isMainFrame && mayGo(contents.getURL(), event.url)) return;
      event.preventDefault();
      if (event.isMainFrame) openOutside(event.url);
    });
    contents.on('will-redirect', (event) => {
      if (!isSiteAddress(contents.getURL()) || !isSiteAddress(event.url)) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(url);
      return { action: 'deny' };
    });
  });
}

/** Neither of the two windows ever shows what is the other's. */
function mayGo(from: string, to: string): boolean {
  return isSiteAddress(from) ? isSiteAddress(to) : isOwnPage(to);
}

function openOutside(address: string): void {
  const link = outsideLink(address);
  if (link !== null) shell.openExternal(link).catch((error: unknown) => console.error(error));
}
