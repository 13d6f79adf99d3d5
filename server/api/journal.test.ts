import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { git } from '#content/testing/temporary-repository.ts';
import { AUTHOR_ENV } from '../testing/author.ts';
import { createCalls, sessionCookie } from '../testing/calls.ts';
import { numberedId, postFiles, postText } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

let server: TestServer;
let call: ReturnType<typeof createCalls>;
beforeAll(async () => {
  server = await startTestServer({ files: postFiles(2), env: AUTHOR_ENV });
  call = createCalls(server, await sessionCookie(server));
});
afterAll(() => server.stop());

const journalSchema = z.object({
  events: z.array(
    z.looseObject({
      eventType: z.string(),
      resourceId: z.string().nullable(),
      details: z.record(z.string(), z.unknown()),
    }),
  ),
});

async function lastEvent() {
  const { events } = journalSchema.parse(JSON.parse((await call('GET /api/admin/journal')).text));
  const [event] = events;
  return event === undefined ? null : { ...event.details, type: event.eventType, id: event.resourceId };
}

describe('the journal', () => {
  it('says what a save did, by name', async () => {
    await call(`PATCH /api/posts/${numberedId(1)}`, JSON.stringify({ title: 'Un autre titre' }));
    expect(await lastEvent()).toMatchObject({ type: 'update', title: 'Un autre titre', id: numberedId(1) });
  });

  it('says nothing of a save that changed nothing', async () => {
    const before = await lastEvent();
    await call(`PATCH /api/posts/${numberedId(1)}`, JSON.stringify({ title: 'Un autre titre' }));
    expect(await lastEvent()).toEqual(before);
  });

  it('names what was deleted', async () => {
    expect((await call(`DELETE /api/posts/${numberedId(1)}`)).status).toBe(204);
    expect(await lastEvent()).toMatchObject({
      type: 'delete',
      title: 'Un autre titre',
      id: numberedId(1),
      user: 'camille',
    });
  });

  it('names a text that only waits, and was deleted', async () => {
    const id = numberedId(7);
    const text = postText({ id, title: 'Jamais publié', isPublished: false });
    const input = [
      'commit refs/heads/travail\ncommitter Camille <camille@exemple.fr> 1800000000 +0100\ndata 8\nModifier',
      'from refs/heads/main^0\nM 100644 inline posts/2026/secret.md',
      `data ${Buffer.byteLength(text)}\n${text}\n`,
    ].join('\n');
    git(['fast-import', '--quiet'], { cwd: server.content.gitDir, input });
    expect((await call(`DELETE /api/posts/${id}`)).status).toBe(204);
    expect(await lastEvent()).toMatchObject({ type: 'delete', title: 'Jamais publié', id });
  });

  it('says of which text a preview address is, when it is made and when it is revoked', async () => {
    const { text } = await call(`POST /api/admin/posts/${numberedId(2)}/previews`, '{"days":3}');
    const preview = z.object({ id: z.string() }).parse(JSON.parse(text)).id;
    const made = { type: 'create', id: numberedId(2), title: 'Article 2', preview };
    expect(await lastEvent()).toMatchObject(made);
    await call(`DELETE /api/admin/previews/${preview}`);
    expect(await lastEvent()).toMatchObject({
      ...made,
      type: 'delete',
    });
  });

  it('is in the server’s log too', async () => {
    await call(`PATCH /api/posts/${numberedId(2)}`, JSON.stringify({ title: 'Nommé au journal' }));
    const event = {
      eventType: 'update',
      resourceId: numberedId(2),
      ipAddress: '127.0.0.1',
      details: { user: 'camille', title: 'Nommé au journal' },
    };
    expect(server.logged.filter(({ audit }) => audit !== undefined).at(-1)).toMatchObject({ audit: event });
  });

  it('notes an export that was sent, and not the question what it would be', async () => {
    const before = await lastEvent();
    expect((await call('HEAD /api/admin/export')).status).toBe(200);
    expect(await lastEvent()).toEqual(before);
    expect((await call('GET /api/admin/export')).status).toBe(200);
    expect(await lastEvent()).toMatchObject({ type: 'export' });
  });
});
