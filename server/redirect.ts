import type { Response } from 'express';

/** Leads on with an empty body, as pages do (pages/public-pages.ts): Express would write one in English. */
export function redirect(response: Response, status: 301 | 302, address: string): void {
  response.status(status).location(address).end();
}
