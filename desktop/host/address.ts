/** The window's own pages: every other address is somebody else's. */
export const APP_SCHEME = 'app';
const APP_HOST = 'encrier';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
/** The one channel between window and program. */
export const CHANNEL = 'invoke';
/** Where the window starts. */
export const START_PAGE = '/admin';

/** Whether an address is one of the pages of this app, and no file or image of it. */
export function isOwnPage(address: string): boolean {
  const path = ownPath(address);
  return path === START_PAGE || path?.startsWith(`${START_PAGE}/`) === true;
}

/** The path of an address of this app; null for any other address, or for what is none. */
export function ownPath(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  // `origin` of an unusual scheme is 'null' in some parsers: its parts are compared.
  if (url?.protocol !== `${APP_SCHEME}:` || url.host !== APP_HOST || url.username !== '') return null;
  return url.pathname;
}

const OUTSIDE = new Set(['https:', 'http:', 'mailto:']);
const MAX_LENGTH = 2000;
const POST_LINK = /^encrier:\/\/post\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i;

/** An address that may be handed to the system's browser or mail program, written anew; null for any other. */
export function outsideLink(address: string): string | null {
  if (address.length > MAX_LENGTH || !URL.canParse(address)) return null;
  const url = new URL(address);
  return OUTSIDE.has(url.protocol) ? url.href : null;
}

/** The page of the post that a deep link `encrier://post/<id>` names; null for anything else. */
export function pageOfDeepLink(link: string): string | null {
  const id = POST_LINK.exec(link)?.[1];
  return id === undefined ? null : `/admin/articles/${id.toLowerCase()}`;
}
