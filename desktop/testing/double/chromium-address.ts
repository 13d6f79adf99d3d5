/** `app://encrier/x` is loaded as `https://encrier.app.test/x`: Chromium cannot route a scheme it does not know. */
export function toChromium(address: string): string {
  const url = new URL(address);
  return ['https:', 'http:', 'about:'].includes(url.protocol)
    ? address
    : `https://${url.host}.${url.protocol.slice(0, -1)}.test${url.pathname}${url.search}${url.hash}`;
}

export function fromChromium(address: string): string {
  return address.replace(/^https:\/\/([^/]+)\.([a-z]+)\.test(?=\/|$)/, '$2://$1');
}
