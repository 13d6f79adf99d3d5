/** The host by which a site of the web is known: it answers with and without `www.`. Null for what is no address of the web. */
export function siteHost(address: string): string | null {
  return /^https?:/i.test(address) && URL.canParse(address)
    ? new URL(address).host.replace(/^www\./, '')
    : null;
}
