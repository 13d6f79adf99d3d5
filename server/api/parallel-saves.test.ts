import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { AUTHOR_ENV } from '../testing/author.ts';
import { createCalls, sessionCookie } from '../testing/calls.ts';
import { numberedId, postText } from '../testing/post-texts.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

const PATH = 'posts/2025/partage.md';
const ID = numberedId(1);
const lines = (change: (at: number) => string) =>
  Array.from({ length: 30 }, (_, at) => change(at)).join('\n\n');
const BODY = lines((at) => `Paragraphe ${at}.`);
const FIELDS = ['title', 'excerpt', 'category', 'coverImageAlt', 'socialTitle', 'socialDescription'];

const postSchema = z.looseObject({ content: z.string(), revision: z.string() });

let server: TestServer;
let call: ReturnType<typeof createCalls>;
beforeAll(async () => {
  server = await startTestServer({ files: { [PATH]: postText({ id: ID, body: BODY }) }, env: AUTHOR_ENV });
  call = createCalls(server, await sessionCookie(server));
});
afterAll(async () => {
  expect(server.content.git('fsck', '--strict', '--no-dangling')).toBe('');
  await server.stop();
});

const send = (route: string, body: object) => call(route, JSON.stringify(body));
const current = async () => postSchema.parse(JSON.parse((await call(`GET /api/admin/posts/${ID}`)).text));

describe('saves at the same moment', () => {
  it('are all in the article, those of the git program too, when they started from one revision', async () => {
    const { content, revision } = await current();
    const ofFields = FIELDS.map((field) => ({ [field]: `Nouveau ${field}`, revision }));
    const ofText = Array.from({ length: 20 }, (_, at) => ({
      content: content.replace(`Paragraphe ${at}.`, `Paragraphe ${at}, repris.`),
      revision,
    }));
    const saves = [...ofFields, ...ofText].map((edit) => send(`PATCH /api/posts/${ID}`, edit));
    server.content.commit({
      [PATH]: server.content.git('show', `main:${PATH}`).replace('Paragraphe 29.', 'Paragraphe 29, par git.'),
    });
    expect((await Promise.all(saves)).map(({ status }) => status)).toEqual(saves.map(() => 200));
    expect(await current()).toMatchObject(
      Object.fromEntries(FIELDS.map((field) => [field, `Nouveau ${field}`])),
    );
    expect((await current()).content.trim()).toBe(
      lines((at) => `Paragraphe ${at}${at < 20 ? ', repris' : at === 29 ? ', par git' : ''}.`),
    );
  });

  it('give one address to one article', async () => {
    const made = Array.from({ length: 20 }, (_, at) =>
      send('POST /api/posts', { title: `Article ${at}`, slug: 'meme-adresse', content: `Texte ${at}` }),
    );
    const statuses = (await Promise.all(made)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  });

  it('of one field keep one, and answer the others with both texts', async () => {
    const { revision } = await current();
    const saves = await Promise.all(
      ['un', 'deux', 'trois'].map((excerpt) => send(`PATCH /api/posts/${ID}`, { excerpt, revision })),
    );
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    for (const { status, text } of saves.filter((save) => save.status === 409))
      expect([status, JSON.parse(text)]).toMatchObject([409, { code: 'conflict', data: { edit: {} } }]);
  });
});
