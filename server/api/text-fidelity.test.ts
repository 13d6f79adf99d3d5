import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { FRONT_MATTER_FIELDS, POST_FIELDS } from '#content/model/post-fields.ts';
import { ODD_TEXTS } from '#content/testing/odd-texts.ts';
import { AUTHOR_ENV } from '../testing/author.ts';
import { createCalls, sessionCookie } from '../testing/calls.ts';
import { startTestServer, type TestServer } from '../testing/running-server.ts';

const TEXTS = [
  ...ODD_TEXTS,
  ...[
    '---js\nprocess.exit(1)\n---\n',
    '---\n---\n---',
    '!!js/function >\n a',
    '<<: *a',
    '%YAML 1.2',
    '\r\r\n',
  ],
  ...[
    '\n'.repeat(500),
    ' '.repeat(500),
    '"'.repeat(500),
    '\\'.repeat(500),
    '😀'.repeat(2500),
    '\u0080\u009f',
  ],
].filter((text) => !text.includes('\0'));
const OPTIONAL = FRONT_MATTER_FIELDS.filter(
  (field) => field !== 'title' && ['text', 'name', 'computed'].includes(POST_FIELDS[field].kind),
);

const savedSchema = z.looseObject({ id: z.string(), revision: z.string(), change: z.string() });
const editableSchema = z.looseObject({ pending: z.looseObject({}).nullable() });
const binSchema = z.array(z.looseObject({ id: z.string(), commit: z.string() }));

let server: TestServer;
let call: ReturnType<typeof createCalls>;
beforeAll(async () => {
  server = await startTestServer({ env: AUTHOR_ENV });
  call = createCalls(server, await sessionCookie(server));
});
afterAll(async () => {
  expect(await server.health()).toMatchObject({ problems: [] });
  expect(server.content.git('fsck', '--strict', '--no-dangling')).toBe('');
  await server.stop();
});

/** The answer of a call, which must succeed. */
async function answered(route: string, body?: object): Promise<unknown> {
  const answer = await call(route, body === undefined ? undefined : JSON.stringify(body));
  expect(answer.status, `${route} ${answer.text.slice(0, 300)}`).toBeLessThan(300);
  return answer.text === '' ? null : JSON.parse(answer.text);
}

/** Fields of a post made of the texts from `start` on; what must be filled and is blank there is something else. */
function fieldsFrom(start: number): Readonly<Record<string, unknown>> {
  const text = (offset: number) => TEXTS[(start + offset) % TEXTS.length] ?? '';
  const filled = (offset: number) => (text(offset).trim() === '' ? `a${text(offset)}` : text(offset));
  return {
    title: filled(0),
    content: `${text(1)}${text(2)}`,
    tags: [...new Set([filled(3), filled(4)])],
    ...Object.fromEntries(OPTIONAL.map((field, at) => [field, filled(5 + at)])),
  };
}

/** Texts that the fields of one article hold. */
const HELD = 5 + OPTIONAL.length;
const STEP = 2 * HELD;
const STARTS = Array.from({ length: Math.ceil(TEXTS.length / STEP) }, (_, at) => at * STEP);

describe('any text in any field', () => {
  it.each(STARTS)('comes back as it was sent, wherever it went: texts from %i', async (start) => {
    const [first, second, third] = [fieldsFrom(start), fieldsFrom(start + HELD), fieldsFrom(start + 6)];
    const created = await answered('POST /api/posts', { ...first, slug: `textes-${start}` });
    expect(created).toMatchObject(first);
    const { id, revision } = savedSchema.parse(created);
    const updated = await answered(`PATCH /api/posts/${id}`, { ...second, isPublished: true, revision });
    expect(updated).toMatchObject(second);
    expect(await answered(`PUT /api/posts/${id}`, second)).toMatchObject({ change: 'none' });
    expect(await answered(`GET /api/posts/${id}`)).toMatchObject(second);

    const { pending } = editableSchema.parse(await answered(`PUT /api/admin/posts/${id}/pending`, third));
    expect(pending).toMatchObject(third);
    expect(await answered(`GET /api/posts/${id}`)).toMatchObject(second);
    expect(await answered(`POST /api/admin/posts/${id}/pending/apply`, {})).toMatchObject(third);

    const { title: _, ...copied } = third;
    expect(await answered(`POST /api/admin/posts/${id}/duplicate`, {})).toMatchObject(copied);
    await answered(`DELETE /api/posts/${id}`);
    const bin = binSchema.parse(await answered('GET /api/admin/bin'));
    const commit = bin.find((deleted) => deleted.id === id)?.commit;
    expect(await answered(`POST /api/admin/bin/${id}/restore`, { commit })).toMatchObject(third);
  });

  it.each(['a\0b', 'a\ud800b', '\udc00'])('is refused where no file could keep it: %j', async (text) => {
    for (const field of ['title', 'content', ...OPTIONAL]) {
      const body = { title: 't', slug: 'garde', content: 'c', [field]: text };
      const answer = await call('POST /api/posts', JSON.stringify(body));
      expect([answer.status, answer.text.includes('caractère')], field).toEqual([400, true]);
    }
  });
});
