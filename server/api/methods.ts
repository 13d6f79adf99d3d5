import type { Request, Response } from 'express';
import { ApiError } from './api-error.ts';

/** The methods of a call that is only read. */
const READING = 'GET, HEAD';

/**
 * A call that exists, by a method it has not: refused with 405 and the methods it has, which are all the answer to
 * OPTIONS (RFC 9110 §15.5.6 and §9.3.7).
 */
export function refuseMethod(request: Pick<Request, 'method'>, response: Response): void {
  response.set('Allow', READING);
  if (request.method !== 'OPTIONS') {
    throw new ApiError(405, 'method-not-allowed', 'Cet appel ne se fait pas par cette méthode.');
  }
  response.set('Cache-Control', 'no-store').end();
}
