import { get } from 'node:http';
import type { Request } from '@playwright/test';

export interface Transfer {
  readonly kind: string;
  /** Bytes of the brotli answer's body. */
  readonly bytes: number;
}

/** What a browser asked for, each weighed as the server sends it in brotli. */
export function transfersOf(asked: readonly Request[]): Promise<readonly Transfer[]> {
  return Promise.all(
    asked.map(async (request) => ({
      kind: request.resourceType(),
      bytes: (await brotli(request.url())).length,
    })),
  );
}

/** The body as it travels; Node's fetch and Playwright's request would hide it. */
export function brotli(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
      response.on('error', reject);
    }).on('error', reject);
  });
}

/** The bytes of all that is of these kinds. */
export function weight(all: readonly Transfer[], ...kinds: readonly string[]): number {
  return all.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { bytes }) => sum + bytes, 0);
}
