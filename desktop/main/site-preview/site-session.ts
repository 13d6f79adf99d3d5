import { type Session, session } from 'electron';
import { SITE_SCHEME } from '#desktop/host/site-preview.ts';

/** In memory only, and apart from the window's: neither scheme is known on the other side. */
const PARTITION = 'site-preview';
const OWN_SCHEMES = new Set([`${SITE_SCHEME}:`, 'data:']);

/** The session of the previewed site: no permission, no download, and nothing is fetched but the site itself. */
export function createSiteSession(): Session {
  const own = session.fromPartition(PARTITION);
  own.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  own.setPermissionCheckHandler(() => false);
  own.setDevicePermissionHandler(() => false);
  own.webRequest.onBeforeRequest((details, answer) => {
    answer({ cancel: !OWN_SCHEMES.has(new URL(details.url).protocol) });
  });
  own.setSpellCheckerEnabled(false); // Else it would fetch a dictionary.
  own.on('will-download', (event) => event.preventDefault());
  return own;
}
