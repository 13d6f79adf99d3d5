import { type Express, type RequestHandler, Router } from 'express';
import { operations } from '#content/contract/operations.ts';
import { ContentError } from '#content/model/errors.ts';
import { answerErrors } from './api/answer-errors.ts';
import { refuseOtherMethods } from './api/door.ts';
import { publicNow, publicStreams } from './api/public-streams.ts';
import type { BackOffice } from './back-office.ts';
import { SESSION_ADDRESSES } from './pages/app-pages.ts';
import type { SiteParts } from './site-parts.ts';

/** Where an author's server has its pages; here they are not found, and so nobody tries to sign in. */
const AUTHOR_ONLY = [...SESSION_ADDRESSES, '/content.git'];

/**
 * What a server that only follows has in place of a back office: the public calls that read, and nothing else. There are no
 * sessions, no users, no writes (docs/design.md, Remotes and publishing).
 */
export function openReaderOffice({ content, sources, clock, logger }: SiteParts): BackOffice {
  const now = publicNow({ content, clock });
  const door = Router({ caseSensitive: true });
  const reading = { ...publicStreams({ content, sources, clock }), getLive: liveRoute(now) };
  for (const [name, handle] of Object.entries(reading)) {
    for (const route of operations[name as keyof typeof reading].routes) {
      const [verb, address = ''] = route.split(' ');
      if (verb !== 'GET') continue;
      const path = address.slice('/api'.length);
      door.get(path, handle);
      door.all(path, refuseOtherMethods(['GET']));
    }
  }
  return {
    firstCode: () => null,
    troubles: () => [],
    repaired: () => [],
    packing: () => null,
    mount(app: Express, compress: RequestHandler): void {
      app.use('/api', compress, door, () => {
        throw new ContentError('not-found', { what: 'call' });
      });
      app.use('/api', answerErrors(logger));
      app.use(AUTHOR_ONLY, (_request, response) => {
        response.status(404).set('Cache-Control', 'no-store').type('text/plain').send('Introuvable.\n');
      });
    },
    expectEnd: () => undefined,
    close: () => Promise.resolve(),
  };
}

/** Which commit is served, and which revision of a post: how a desktop knows « En ligne ». */
function liveRoute(now: ReturnType<typeof publicNow>): RequestHandler {
  return (request, response) => {
    const { view } = now();
    const post = view.byId.get(String(request.params['id']));
    const live = { commit: view.snapshot.commit, revision: post?.revision ?? null };
    response.set('Cache-Control', 'no-store').json(live);
  };
}
