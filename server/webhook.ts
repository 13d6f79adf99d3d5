import { createHmac, timingSafeEqual } from 'node:crypto';
import express, { type Request, type RequestHandler, Router } from 'express';

/** Largest call taken, in bytes: GitHub's are a few KB, at most 25 MB with thousands of commits. */
const MAX_BYTES = 5 * 1024 * 1024;

interface WebhookOptions {
  /** Null: there is no webhook, and the address answers 404. */
  readonly secret: string | null;
  readonly onCall: () => void;
}

/**
 * `POST /api/webhook`: the upstream says that something is new. Signed as GitHub and Forgejo do (X-Hub-Signature-256, an
 * HMAC of the body), without cookie or session, so that no other site can make a browser call it. Nothing of the body is
 * believed: it only has the upstream looked at.
 */
export function webhookRoute({ secret, onCall }: WebhookOptions): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  if (secret === null) return router;
  const readBody = express.raw({ type: () => true, limit: MAX_BYTES, inflate: false });
  router.post('/api/webhook', readBody, (request, response) => {
    response.set('Cache-Control', 'no-store');
    if (!isSigned(request, secret)) {
      const error = 'La signature de cet appel n’est pas la bonne.';
      response.status(403).json({ error, code: 'forbidden', data: { reason: error } });
      return;
    }
    onCall();
    response.status(202).json({});
  });
  return router;
}

function isSigned({ body, headers }: Request, secret: string): boolean {
  const given = headers['x-hub-signature-256'];
  const bytes: unknown = body;
  if (typeof given !== 'string') return false;
  const content = Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0);
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(content).digest('hex')}`);
  const shown = Buffer.from(given);
  return shown.length === expected.length && timingSafeEqual(shown, expected);
}
