import type { RequestHandler } from 'express';
import { ContentError } from '#content/model/errors.ts';

/**
 * A call that exists, by a method it has not: refused with 405 and the methods it has, which are all the answer to
 * OPTIONS (RFC 9110 §15.5.6 and §9.3.7).
 */
export function refuseOtherMethods(verbs: readonly string[]): RequestHandler {
  const allowed = [...new Set(verbs.flatMap((verb) => (verb === 'GET' ? ['GET', 'HEAD'] : [verb])))].join(
    ', ',
  );
  return (request, response) => {
    response.set('Allow', allowed);
    if (request.method !== 'OPTIONS') throw new ContentError('method-not-allowed', {});
    response.set('Cache-Control', 'no-store').end();
  };
}
