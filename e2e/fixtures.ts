import { type BrowserContext, test as base, expect } from '@playwright/test';
import { type Office, startOffice } from './office.ts';
import { type Site, type Starter, startSite } from './site-process.ts';

export interface SiteOptions {
  /** Console errors a test expects, such as the browser's own line about a page answered 404. */
  readonly expectedErrors: readonly RegExp[];
}

interface TestFixtures extends SiteOptions {
  /** Starts a site of the test's own, for what it writes or for a site without articles. */
  readonly startOwnSite: (starter: Starter) => Promise<Office>;
  /** A site of the test's own on which nobody is registered, without articles. */
  readonly newSite: Site;
  /**
   * Every address outside the site that a page asked for or a popup went to, which finds a page there. In other tests such
   * an address is not found (e2e/browser.ts): to answer them, Playwright must hold each request of a page up.
   */
  readonly outside: readonly string[];
  /** Fails the test on an error in a page (CONTRIBUTING.md). */
  readonly errorsFail: undefined;
}

interface WorkerFixtures {
  /** The starter site, shared by the tests of a worker: they only read it. */
  readonly site: Office;
  /** A site whose tests each write an article of their own (e2e/desk.ts). */
  readonly desks: Office;
}

/**
 * Chromium says so when it gives up a transition between two pages: the style sheet of the next page was not there yet
 * when it decided, or that page was slow to paint. The navigation goes on as it does without transitions, and no script of
 * ours asks for them or hears of them.
 */
const TOLERATED = [/ViewTransition opt-in disabled/, /AbortError: Transition was skipped/];

export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const site = await startOffice('full');
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  desks: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const site = await startOffice('empty');
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.origin),
  startOwnSite: async ({ context }, use) => {
    const started: Site[] = [];
    await use(async (starter) => {
      const site = await startOffice(starter);
      started.push(site);
      return site;
    });
    await closePages(context);
    await Promise.all(started.map((site) => site.stop()));
  },
  newSite: async ({ context }, use) => {
    const site = await startSite('empty');
    await use(site);
    await closePages(context);
    await site.stop();
  },
  outside: async ({ context }, use) => {
    const asked: string[] = [];
    await context.route(isOutside, async (route) => {
      asked.push(route.request().url());
      await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Ailleurs</title>' });
    });
    await use(asked);
  },
  expectedErrors: [[], { option: true }],
  errorsFail: [
    async ({ context, expectedErrors }, use) => {
      const errors = collectErrors(context);
      await use(undefined);
      const known = [...TOLERATED, ...expectedErrors];
      const unexpected = errors.filter((text) => !known.some((pattern) => pattern.test(text)));
      expect(unexpected, 'errors in the page').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** To be done before a test ends its site: a page that still asks something would be told so, and the test with it. */
export async function closePages(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()));
}

function isOutside(url: URL): boolean {
  return url.protocol.startsWith('http') && url.hostname !== 'localhost';
}

/** Uncaught errors, and console errors, among which Chromium counts violations of the content security policy. */
function collectErrors(context: BrowserContext): readonly string[] {
  const errors: string[] = [];
  context.on('weberror', (error) => errors.push(String(error.error())));
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
  });
  return errors;
}
