import type { PublicView } from '#content/model/snapshot.ts';
import { element } from './xml.ts';

/** Most addresses one file may hold (sitemaps.org, Sitemap file requirements). */
export const ADDRESSES_PER_FILE = 50_000;

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/** /sitemap.xml: all public addresses, or an index of numbered files when they are too many for one. */
export function sitemap(origin: string, view: PublicView): string {
  const addresses = publicAddresses(origin, view);
  if (addresses.length <= ADDRESSES_PER_FILE) return urlSet(addresses);
  const files = Array.from(
    { length: Math.ceil(addresses.length / ADDRESSES_PER_FILE) },
    (_, index) => `<sitemap>${element('loc', `${origin}/sitemap-${index + 1}.xml`)}</sitemap>`,
  );
  return [DECLARATION, `<sitemapindex ${NAMESPACE}>`, ...files, '</sitemapindex>', ''].join('\n');
}

/** /sitemap-<number>.xml, from 1; null when there is none. */
export function numberedSitemap(origin: string, view: PublicView, number: number): string | null {
  const addresses = publicAddresses(origin, view);
  const start = (number - 1) * ADDRESSES_PER_FILE;
  if (!Number.isInteger(number) || start < 0 || start >= addresses.length) return null;
  return urlSet(addresses.slice(start, start + ADDRESSES_PER_FILE));
}

function urlSet(addresses: readonly string[]): string {
  const urls = addresses.map((address) => `<url>${element('loc', address)}</url>`);
  return [DECLARATION, `<urlset ${NAMESPACE}>`, ...urls, '</urlset>', ''].join('\n');
}

function publicAddresses(origin: string, { posts }: PublicView): readonly string[] {
  const pages = ['/', '/blog', '/mentions-legales', '/confidentialite'];
  return [...pages, ...posts.map(({ slug }) => `/blog/${slug}`)].map((path) => origin + path);
}
