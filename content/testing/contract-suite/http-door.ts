import { join } from 'node:path';
import { pino } from 'pino';
import { vi } from 'vitest';
import { createClient } from '#content/contract/client.ts';
import { parseEnv } from '#server/env.ts';
import { startServer } from '#server/start.ts';
import { AUTHOR_ENV } from '#server/testing/author.ts';
import { createCapturedLog, ROOT, TEST_PASSWORDS } from '#server/testing/running-server.ts';
import { createHttpTransport } from '#site/admin/api/http-transport.ts';
import { createTemporaryFolder } from '../temporary-repository.ts';
import type { ContractDoor } from './contract-door.ts';
import { startContractUpstream } from './contract-upstream.ts';

export const ADMINISTRATOR = {
  username: AUTHOR_ENV.ADMIN_USERNAME,
  password: AUTHOR_ENV.ADMIN_PASSWORD,
} as const;

/** A listening server with an administrator signed in, called as the admin's pages call it. */
export async function openHttpDoor(): Promise<ContractDoor> {
  const upstream = await startContractUpstream();
  const folder = createTemporaryFolder();
  const log = createCapturedLog();
  const running = await startServer({
    env: parseEnv({
      PORT: '0',
      DATA_DIR: folder.path,
      STARTER: 'empty',
      ...AUTHOR_ENV,
      CONTENT_REMOTE_URL: upstream.url,
      CONTENT_POLL_SECONDS: '86400',
    }),
    logger: pino({ level: 'info' }, log.stream),
    root: ROOT,
    passwordWork: TEST_PASSWORDS,
  });
  const origin = `http://127.0.0.1:${running.port}`;
  keepCookiesOf(origin);
  const transport = createHttpTransport(origin);
  await createClient(transport).login(ADMINISTRATOR);
  return {
    name: 'HTTP',
    transport,
    upstream,
    origin,
    gitDir: join(folder.path, 'content.git'),
    bugs: () => log.lines.filter(({ level }) => Number(level) >= 50),
    async close() {
      await running.stop();
      vi.unstubAllGlobals();
      await upstream.stop();
      folder.remove();
    },
  };
}

/** Node's fetch has no cookies, which every browser has. */
function keepCookiesOf(origin: string): void {
  const { fetch } = globalThis;
  const kept = new Map<string, string>();
  vi.stubGlobal('fetch', async (to: string | URL, init: RequestInit = {}) => {
    const address = String(to);
    if (!address.startsWith(origin)) return fetch(address, init);
    const headers = new Headers(init.headers);
    headers.set('cookie', [...kept].map((pair) => pair.join('=')).join('; '));
    const answer = await fetch(address, { ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      kept.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  });
}
