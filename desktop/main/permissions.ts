import { session } from 'electron';
import { APP_SCHEME, isOwnPage } from '#desktop/host/address.ts';

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
