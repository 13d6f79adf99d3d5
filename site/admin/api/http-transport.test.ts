import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '#content/contract/client.ts';
import { createHttpTransport } from './http-transport.ts';

interface Received {
  readonly line: string;
  readonly type: string | undefined;
  readonly body: string;
}

const ID = 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6';
const received: Received[] = [];
let next: { readonly status: number; readonly body: string } = { status: 204, body: '' };
let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    void readAll(request).then((body) => {
      received.push({
        line: `${request.method} ${request.url}`,
        type: request.headers['content-type'],
        body,
      });
      response.writeHead(next.status).end(next.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on TCP
});

afterAll(() => server.close());

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding is set
  return Buffer.concat(chunks).toString('latin1');
}

function client() {
  return createClient(createHttpTransport(origin));
}

function answer(status: number, body: string): void {
  next = { status, body };
}

describe('createHttpTransport', () => {
  it('sends a part as it is, with the rest in the address', async () => {
    answer(404, '');
    const part = new Uint8Array([1, 2, 255]);
    await expect(client().sendImportPart({ id: ID, index: 2, offset: 40, part })).rejects.toThrow('404');
    expect(received.pop()).toEqual({
      line: `PUT /api/admin/imports/${ID}/files/2?offset=40`,
      type: 'application/octet-stream',
      body: '\x01\x02ÿ',
    });
  });

  it('puts the fields of the path in the path and the others of a GET in its query', async () => {
    answer(200, '{"events":[],"hasMore":false}');
    await client().listAuditEvents({ search: 'é & ?', limit: 20 });
    expect(received.at(-1)).toMatchObject({
      line: 'GET /api/admin/journal?search=%C3%A9+%26+%3F&limit=20',
      body: '',
    });
  });

  it('leaves fields that are not there out of the query', async () => {
    answer(200, '{"events":[],"hasMore":false}');
    await client().listAuditEvents({ search: undefined });
    expect(received.at(-1)?.line).toBe('GET /api/admin/journal');
  });

  it('sends what else a DELETE is given as its query, and takes an empty answer', async () => {
    answer(204, '');
    await expect(client().deletePost({ id: ID, revision: 'a'.repeat(40) })).resolves.toBeUndefined();
    expect(received.at(-1)?.line).toBe(`DELETE /api/admin/posts/${ID}?revision=${'a'.repeat(40)}`);
  });

  it('sends the others as JSON, without what is in the path', async () => {
    answer(500, '');
    await client()
      .updatePost({ id: ID, title: 'Été', excerpt: null })
      .catch(() => null);
    const last = received.at(-1);
    expect([last?.line, last?.type]).toEqual([`PUT /api/admin/posts/${ID}`, 'application/json']);
    expect(JSON.parse(Buffer.from(last?.body ?? '', 'latin1').toString())).toEqual({
      title: 'Été',
      excerpt: null,
    });
  });

  it('encodes what goes into the path', async () => {
    answer(204, '');
    await client().endSession({ id: 'a/../b?c' });
    expect(received.at(-1)?.line).toBe('DELETE /api/account/sessions/a%2F..%2Fb%3Fc');
  });

  it('refuses an input without a field of the path, and asks nothing', async () => {
    const before = received.length;
    await expect(client().endSession({ id: '' })).rejects.toThrow('needs id');
    expect(received).toHaveLength(before);
  });

  it('sends a picture as a form, with its name and its bytes', async () => {
    answer(500, '');
    const bytes = new Uint8Array([0, 255, 10, 13, 137]);
    await client()
      .uploadImage({ image: { filename: 'mer « 1 ».png', bytes } })
      .catch(() => null);
    const last = received.at(-1);
    expect(last?.line).toBe('POST /api/admin/upload');
    expect(last?.type).toMatch(/^multipart\/form-data; boundary=/);
    expect(Buffer.from(last?.body ?? '', 'latin1').toString()).toContain(
      'name="image"; filename="mer « 1 ».png"',
    );
    expect(last?.body).toContain(`\r\n\r\n${Buffer.from(bytes).toString('latin1')}\r\n`);
  });
});

describe('what createHttpTransport rejects with', () => {
  it('is the sentence, code and data of our own errors', async () => {
    answer(409, '{"error":"Déjà prise.","code":"slug-taken","data":{"slug":"a"}}');
    await expect(client().getUser({})).rejects.toMatchObject({
      message: '409: Déjà prise.',
      status: 409,
      text: 'Déjà prise.',
      code: 'slug-taken',
      data: { slug: 'a' },
    });
  });

  it.each([
    [502, '<h1>Bad gateway</h1>', '502: <h1>Bad gateway</h1>', ''],
    [503, '', '503: Service Unavailable', ''],
    [500, '{}', '500: {}', ''],
    [500, '"Oups"', '500: "Oups"', ''],
    [400, '{"error":"Trop long"}', '400: Trop long', 'Trop long'],
    [400, '{"error":"Trop long","code":4,"data":"?"}', '400: Trop long', 'Trop long'],
    [400, '{"error":""}', '400: {"error":""}', ''],
    [400, '{"error":" ","code":"invalid","data":{}}', '400: {"error":" ","code":"invalid","data":{}}', ''],
    [400, '{"error":{"message":"autre"}}', '400: {"error":{"message":"autre"}}', ''],
    [400, '{"message":"autre"}', '400: {"message":"autre"}', ''],
  ])('says, for %i with %j, « %s » and shows « %s »', async (status, body, message, text) => {
    answer(status, body);
    await expect(client().getUser({})).rejects.toMatchObject({
      name: 'OperationError',
      message,
      status,
      text,
    });
  });

  it('is unauthenticated for a 401 of somebody else’s making', async () => {
    answer(401, '');
    await expect(client().getUser({})).rejects.toMatchObject({
      message: '401: Unauthorized',
      code: 'unauthenticated',
    });
  });

  it('is offline, in French, when nobody answers', async () => {
    const nobody = createClient(createHttpTransport('http://127.0.0.1:1'));
    await expect(nobody.getUser({})).rejects.toMatchObject({
      code: 'offline',
      status: 0,
      text: 'Le serveur ne répond pas\u00a0: vérifiez votre connexion.',
    });
  });

  it('is the reason of the signal when the call was aborted', async () => {
    const leaving = new AbortController();
    leaving.abort(new Error('quitté'));
    await expect(client().getUser({}, { signal: leaving.signal })).rejects.toThrow('quitté');
  });

  it('is a sentence when a success cannot be read', async () => {
    answer(200, '<html>');
    await expect(client().getUser({})).rejects.toMatchObject({
      text: 'La réponse du serveur est illisible.',
    });
  });
});
