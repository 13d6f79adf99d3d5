import type { Express, RequestHandler } from 'express';
import { createDoor } from './api/door.ts';
import { publicNow, publicStreams } from './api/public-streams.ts';
import type { BackOffice } from './back-office.ts';
import type { SiteParts } from './site-parts.ts';

/**
 * What a server that only follows has in place of a back office: the public calls that read, and nothing else. There are no
 * sessions, no users, no writes (docs/design.md, Remotes and publishing). An author's pages are no pages of it, as any other
 * address that leads nowhere.
 */
export function openReaderOffice({ content, sources, clock, logger }: SiteParts): BackOffice {
  const now = publicNow({ content, clock });
  const door = createDoor({
    rows: ['listPosts', 'getPost', 'getCapacity', 'searchPosts', 'getLive'],
    answers: {},
    streams: { ...publicStreams({ content, sources, clock }), getLive: liveRoute(now) },
    accounts: {
      signedIn: () => Promise.resolve(null),
      closed: () => Promise.resolve(null),
    },
    audit: { write: () => undefined },
    authorView: () => Promise.reject(new Error('readers have no author')),
    refusal: null,
    logger,
  });
  return {
    firstCode: () => null,
    troubles: () => [],
    repaired: () => [],
    packing: () => null,
    mount(app: Express, compress: RequestHandler): void {
      app.use('/api', compress, door);
      app.use('/content.git', (_request, response) => {
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
    const post = view.byId.get(String(request.params['id']).toLowerCase());
    const live = { commit: view.snapshot.commit, revision: post?.revision ?? null };
    response.set('Cache-Control', 'no-store').json(live);
  };
}
