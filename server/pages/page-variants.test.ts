import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { decodePage, encodePage } from './page-variants.ts';

it('encodes a page, and decodes it, while the event loop goes on', async () => {
  const html = Array.from({ length: 200_000 }, (_, number) => `<p>${number * 7919}</p>`).join('');
  const identity = Buffer.from(html);
  const order: string[] = [];
  const [gzip, br] = await Promise.all([
    encodePage(identity, 'gzip').finally(() => order.push('encoded')),
    encodePage(identity, 'br'),
    setImmediate().then(() => order.push('others')),
  ]);
  expect(order).toEqual(['others', 'encoded']);
  expect(gunzipSync(gzip).toString()).toBe(html);
  expect(brotliDecompressSync(br).toString()).toBe(html);
  expect((await decodePage(gzip, 'gzip')).toString()).toBe(html);
  expect((await decodePage(br, 'br')).toString()).toBe(html);
});
