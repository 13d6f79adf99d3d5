/**
 * HTML of an export that does not name its own host, its links to other texts of it made paths of the old site: `/p/NAME`.
 * `address` is what follows the host, and its one group the name of a text.
 */
export function withOwnLinks(html: string, address: RegExp, own: ReadonlySet<string>): string {
  const link = new RegExp(
    String.raw`\bhref="https?://[^"/\s]{1,255}/${address.source}(?:\?[^"#]{0,2000})?(#[^"]{0,500})?"`,
    'g',
  );
  return html.replace(link, (written, name: string, fragment = '') =>
    own.has(name) ? `href="/p/${name}${fragment}"` : written,
  );
}
