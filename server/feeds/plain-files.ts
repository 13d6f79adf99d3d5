import type { Site } from '#content/model/site.ts';

/** What crawlers are told (RFC 9309): everything public, nothing of the back-office or the API. */
export function robotsText(origin: string): string {
  const closed = ['/admin', '/auth', '/api/', '/upload-debug', '/test-upload', '/test-object-storage'];
  const maintenance = ['/init-data', '/fix-images', '/fix-ironman-production', '/direct-fix'];
  const lines = [...closed, ...maintenance].map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...lines, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
}

const DAY = 86_400_000;
/** RFC 9116 §2.5.5 recommends an expiry less than a year ahead. */
const VALID_DAYS = 180;

/** /.well-known/security.txt (RFC 9116), valid for half a year from `now` (milliseconds since 1970), by whole days. */
export function securityText(origin: string, site: Site, now: number): string {
  const expires = new Date((Math.floor(now / DAY) + VALID_DAYS) * DAY).toISOString();
  return [
    `Contact: ${site.legal.securityContact.replace(/[\r\n]+/g, ' ')}`,
    `Expires: ${expires}`,
    'Preferred-Languages: fr, en',
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ].join('\n');
}

/**
 * Articles and lists are fetched ahead when a reader is about to follow a link to them; sent by address because the
 * content security policy allows nothing inline (docs/design.md, Pages).
 */
export const SPECULATION_RULES = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/api/*', '/admin*', '/auth*', '/images/*'] } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
});
