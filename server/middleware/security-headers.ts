import type { Env } from '../env.ts';

/** A header's name and value, in the order they are sent. */
export type Headers = readonly (readonly [name: string, value: string])[];

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * What every answer carries. The policy allows our own files and nothing inline (docs/design.md, Pages); there is no
 * `upgrade-insecure-requests`, which breaks plain http hosts. HSTS only where the site is https, and for its
 * subdomains only where the operator says so: they may be others', and speak http alone.
 */
export function securityHeaders(
  publicOrigin: string,
  { hstsSubdomains }: Pick<Env, 'hstsSubdomains'>,
): Headers {
  const always: Headers = [
    ['Content-Security-Policy', POLICY],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['X-Frame-Options', 'DENY'],
  ];
  if (!publicOrigin.startsWith('https:')) return always;
  const scope = hstsSubdomains ? '; includeSubDomains' : '';
  return [...always, ['Strict-Transport-Security', `max-age=31536000${scope}`]];
}
