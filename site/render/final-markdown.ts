import { findReferences, type Range, type Reference } from '#content/model/image-references/find.ts';
import { type Change, splice } from '#content/model/image-references/mend.ts';
import { internalLinks } from '#content/model/internal-links.ts';
import { finalAddress, fromFolder, type LinkedSite } from './final-links.ts';

/**
 * Markdown whose links to addresses of this site that are redirected name where they end; no other sign of it changes.
 * Code is left as it is.
 */
export function withFinalAddresses(markdown: string, site: LinkedSite): string {
  return splice(markdown, finalChanges(markdown, site));
}

/** The same with the addresses of links and images whole, for who reads the text away from the site. */
export function withWholeAddresses(markdown: string, site: LinkedSite): string {
  const final = finalChanges(markdown, site).map((change) => ({
    ...change,
    text: change.text.startsWith('/') ? site.origin + change.text : change.text,
  }));
  const done = new Set(final.map(({ from }) => from));
  const others = findReferences(markdown).flatMap(({ at }) =>
    done.has(at.from) ? [] : wholeChange(markdown, at, site),
  );
  return splice(markdown, [...final, ...others]);
}

function finalChanges(markdown: string, site: LinkedSite): readonly Change[] {
  if (!MAY_LINK.test(markdown) && !markdown.includes(site.origin)) return [];
  const written = findReferences(markdown).flatMap((reference) => finalChange(reference, site));
  // An address alone that stands in another link is that link's text: what it leads to was looked at.
  const alone = internalLinks(markdown, site.origin).flatMap(({ at }): readonly Change[] => {
    const final = finalAddress(markdown.slice(at.from, at.to), site);
    return final === null ? [] : [{ ...at, text: final }];
  });
  const known = new Set(written.map(({ from }) => from));
  return [...written, ...alone.filter(({ from }) => !known.has(from))];
}

/** A place where a link to this site may stand: pictures, other sites and notes are none. */
const MAY_LINK = /(?:\]\(\s*<?|\]:[ \t]*<?|href[ \t]*=[ \t]*["']?)(?!https?:|mailto:|tel:|#|\/images\/)/i;

function finalChange({ kind, address, at }: Reference, site: LinkedSite): readonly Change[] {
  if (kind === 'image' || kind === 'tag') return [];
  const final = finalAddress(address, site);
  return final === null ? [] : [{ ...at, text: asWritten(final) }];
}

function wholeChange(markdown: string, at: Range, { origin, folder }: LinkedSite): readonly Change[] {
  const written = markdown.slice(at.from, at.to);
  if (/^\/(?![/\\])/.test(written)) return [{ ...at, text: origin + written }];
  if (!/^[^:/?#\\]+(?:[/?#]|$)/.test(written)) return [];
  const path = fromFolder(written, folder);
  return path === null ? [] : [{ ...at, text: origin + asWritten(path) }];
}

/** As Markdown and HTML read an address: no sign in it ends it. */
function asWritten(address: string): string {
  return address.replace(/&/g, '&amp;').replace(/[()'"<>\\]/g, (sign) => `%${hexOf(sign)}`);
}

function hexOf(sign: string): string {
  return sign.charCodeAt(0).toString(16).toUpperCase();
}
