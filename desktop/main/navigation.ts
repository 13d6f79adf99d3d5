import { app, shell } from 'electron';
import { isOwnPage } from '#desktop/host/address.ts';
import { outsideLink } from '#desktop/host/links.ts';

/**
 * Every window, whoever opens it: it goes nowhere but to our own pages, opens no other window and no webview. Links to
 * the outside open in the system's browser or mail program, after parsing.
 */
export function refuseNavigation(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-frame-navigate', (event) => {
      if (event.isMainFrame && isOwnPage(event.url)) return;
      event.preventDefault();
      if (event.isMainFrame) openOutside(event.url);
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(url);
      return { action: 'deny' };
    });
  });
}

function openOutside(address: string): void {
  const link = outsideLink(address);
  if (link !== null) shell.openExternal(link).catch((error: unknown) => console.error(error));
}
