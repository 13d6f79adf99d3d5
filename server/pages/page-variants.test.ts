import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { encodePage } from './page-variants.ts';

it('encodes a page while the event loop goes on', async () => {
  const html = Array.from({ length: 200_000 }, (_, number) => `<p>${number * 7919}</p>`).join('');
  const order: string[] = [];
  const [bytes] = await Promise.all([
    encodePage(html).finally(() => order.push('encoded')),
    setImmediate().then(() => order.push('others')),
  ]);
  expect(order).toEqual(['others', 'encoded']);
  expect(gunzipSync(bytes.gzip).toString()).toBe(html);
  expect(brotliDecompressSync(bytes.br).toString()).toBe(html);
});
