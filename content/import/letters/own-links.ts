import { plainList } from '../imported.ts';

/** The lists of a publication. */
export const LISTS = [...plainList('feed', ['/feed']), ...plainList('all', ['/archive'])];

/** A link of an export that does not name its own host: what stands before the name of a text, that name, a query and a place in the text. */
export function linkPattern(before: RegExp, name: RegExp): RegExp {
  return new RegExp(
    String.raw`\bhref="(https?://[^"/\s]{1,255}/${before.source})(${name.source})(\?[^"#]{0,2000})?(#[^"]{0,500})?"`,
    'g',
  );
}

/** Links to other texts of an export made paths of the old site: `/p/NAME`. */
export function withOwnLinks(
  html: string,
  pattern: RegExp,
  isOwn: (name: string, before: string) => boolean,
): string {
  return html.replace(
    pattern,
    (written, before: string, name: string, _query: string | undefined, fragment = '') =>
      isOwn(name, before) ? `href="/p/${name}${fragment}"` : written,
  );
}
