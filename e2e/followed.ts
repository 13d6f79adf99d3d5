import type { Page } from '@playwright/test';
import { type LoopbackRemote, startLoopbackRemote } from '#content/testing/loopback-remote.ts';
import { git } from '#content/testing/temporary-repository.ts';
import { type ContentChange, commitContent } from './content.ts';
import { test as base, closePages, expect } from './fixtures.ts';
import { type Office, startOffice } from './office.ts';

const TOKEN = 'jeton-tres-secret-42';

/** A site, and the repository that it follows. */
export interface Followed {
  readonly site: Office;
  readonly upstream: LoopbackRemote;
  /** Exchanges what is new on both sides, by the session of the browser. */
  readonly sync: (page: Page) => Promise<void>;
  /** Commits there by the git program, as another machine's push would. */
  readonly commitThere: (change: ContentChange) => string;
}

/** Tests about a site that follows an upstream, each with both of its own; the poll waits for longer than any test. */
export const test = base.extend<{ readonly startFollowed: (starter: 'full' | 'empty') => Promise<Followed> }>(
  {
    startFollowed: async ({ context }, use) => {
      const started: Followed[] = [];
      await use(async (starter) => {
        const followed = await startBoth(starter);
        started.push(followed);
        return followed;
      });
      await closePages(context);
      for (const { site, upstream } of started) {
        await site.stop();
        await upstream.stop();
      }
    },
  },
);

async function startBoth(starter: 'full' | 'empty'): Promise<Followed> {
  const upstream = await startLoopbackRemote({
    credentials: { username: 'x-access-token', password: TOKEN },
  });
  const site = await startOffice(starter, {
    env: {
      CONTENT_REMOTE_URL: upstream.url,
      CONTENT_REMOTE_TOKEN: TOKEN,
      CONTENT_POLL_SECONDS: '3600',
    },
  });
  const shared = () => git(['rev-parse', '--verify', '--quiet', 'refs/heads/main'], { cwd: upstream.gitDir });
  await expect(shared).toPass();
  return {
    site,
    upstream,
    sync: (page) => sync(page, site),
    commitThere: (change) => commitContent(upstream.gitDir, change),
  };
}

async function sync(page: Page, { origin }: Office): Promise<void> {
  expect((await page.request.post(`${origin}/api/admin/sync`)).status()).toBe(200);
}
