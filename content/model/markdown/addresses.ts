const ALLOWED_SCHEMES: readonly string[] = ['http:', 'https:', 'mailto:', 'tel:'];
const SCHEME = /^([a-z][a-z0-9+.-]*:)/i;

/** What a browser drops from an address before it reads it: control signs and spaces at both ends, line breaks inside. */
function asBrowsersRead(address: string): string {
  const inOneLine = address.replace(/[\t\n\r]/g, '');
  let start = 0;
  let end = inOneLine.length;
  while (start < end && inOneLine.charCodeAt(start) <= 0x20) start += 1;
  while (end > start && inOneLine.charCodeAt(end - 1) <= 0x20) end -= 1;
  return inOneLine.slice(start, end);
}

/**
 * The address of a link, or null when it may not be one: only http, https, mailto, tel, paths and fragments are
 * links; an address without scheme that names a host (//host, or \ for /) is not.
 */
export function linkAddress(written: string): string | null {
  const address = asBrowsersRead(written);
  if (address === '' || /^[\\/]{2}/.test(address)) return null;
  const scheme = SCHEME.exec(address)?.[1];
  if (scheme === undefined)
    return address.includes(':') && !/^[/?#.]/.test(address) ? `./${address}` : address;
  return ALLOWED_SCHEMES.includes(scheme.toLowerCase()) ? address : null;
}

/** What begins an address of another site or of a mailbox that was typed without it; '' where nothing is missing. */
export function missingScheme(address: string): '' | 'https://' | 'mailto:' {
  if (/^www\.[^\s/]/i.test(address)) return 'https://';
  return /^[^\s/:?#@]+@[^\s/:?#@]+(?:\?|$)/.test(address) ? 'mailto:' : '';
}

/** Whether a link's address leaves the site whose origin is `origin`. */
export function isExternal(address: string, origin: string | undefined): boolean {
  if (!/^https?:/i.test(address)) return false;
  if (origin === undefined) return true;
  return URL.canParse(address) ? new URL(address).origin !== origin : true;
}

/** The path of an image of this site, given how its address is written, or null when it is elsewhere. */
export function localPath(address: string, origin: string | undefined): string | null {
  if (/^\/(?![\\/])/.test(address)) return address;
  if (origin !== undefined && address.startsWith(`${origin}/`)) return address.slice(origin.length);
  return null;
}

/** Whether an address leads from the page it is on, or the file it is written in: `photo.jpg`, `../images/photo.jpg`. */
export function isRelative(address: string): boolean {
  return address !== '' && !/^[/\\#?]/.test(address) && !SCHEME.test(address);
}
