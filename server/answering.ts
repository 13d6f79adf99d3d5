import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { PublicView } from '#content/model/snapshot.ts';

/** Whether a request asks for nothing but an answer. */
export function isReading({ method }: Pick<IncomingMessage, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Answers bytes with their type, caching and tag; who has those of this tag is told so. */
export function sendBytes(
  { request, response }: { readonly request: Request; readonly response: Response },
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>>,
): void {
  response.set(headers);
  if (request.fresh) response.status(304).end();
  else response.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** How long a shared cache may keep what is public, in seconds (docs/design.md, Remotes and publishing). */
const SHARED_SECONDS = 1;

/** Cache-Control of a public answer that may change by the clock alone in `holdsFor` milliseconds, never past it. */
export function publicCaching(holdsFor: number): string {
  return holdsFor >= SHARED_SECONDS * 1000 ? `public, max-age=0, s-maxage=${SHARED_SECONDS}` : 'no-cache';
}

/** The same for what is made of a view. */
export function viewCaching(view: PublicView, now: number): string {
  return publicCaching(view.validUntil - now);
}

/** Leads on with an empty body, as pages do (pages/public-pages.ts): Express would write one in English. */
export function redirect(response: Response, status: 301 | 302, address: string): void {
  response.status(status).location(address).end();
}
