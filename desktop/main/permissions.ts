import { app, session, shell } from 'electron';
import { APP_SCHEME, isOwnPage, outsideLink } from '#desktop/host/address.ts';
import { isSiteAddress } from '#desktop/host/site-preview.ts';

/** The one thing a page may do with the system: put what was copied into the clipboard. */
const COPY = 'clipboard-sanitized-write';
/** What a request may be for: our own pages, and what pages make themselves. */
const OWN_SCHEMES = new Set([`${APP_SCHEME}:`, 'blob:', 'data:', 'devtools:']);

/** Camera, place, notifications of pages, devices, network: all refused (the app needs none). */
export function denyEverything(): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((contents, permission, answer) => {
    answer(permission === COPY && isOwnPage(contents.getURL()));
  });
  defaultSession.setPermissionCheckHandler((contents, permission) => {
    return permission === COPY && contents !== null && isOwnPage(contents.getURL());
  });
  defaultSession.setDevicePermissionHandler(() => false);
  defaultSession.webRequest.onBeforeRequest((details, answer) => {
    answer({ cancel: !OWN_SCHEMES.has(new URL(details.url).protocol) });
  });
  defaultSession.on('will-download', (event) => event.preventDefault());
}

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
