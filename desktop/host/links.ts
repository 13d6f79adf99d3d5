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
