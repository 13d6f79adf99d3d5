import { randomBytes } from 'node:crypto';

/** What index.html holds where Vite and the admin look for the nonce of the page. */
const NONCE_PLACE = '__ENCRIER_NONCE__';

/** A page with a nonce of its own, and the policy that goes with it: our files, and nothing inline without the nonce. */
export function withPolicy(html: string): { readonly html: string; readonly policy: string } {
  const nonce = randomBytes(16).toString('base64');
  return { html: html.replaceAll(NONCE_PLACE, nonce), policy: policyOf(nonce) };
}

function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'none'",
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
