import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { LAUNCH_OPTIONS } from './e2e/browser.ts';
import type { SiteOptions } from './e2e/fixtures.ts';

/** Files whose tests take half a minute: begun last, they would be waited for by all. */
const LONG = [
  'dev.long.spec.ts',
  '{,admin-}accessibility.spec.ts',
  'every-page.spec.ts',
  'whole-story.spec.ts',
  'desktop/*.spec.ts',
].map((name) => `**/e2e/${name}`);

/** What takes long and seldom fails is for `npm run test:long`. */
const LEFT_OUT = process.env['ENCRIER_TESTS'] === 'long' ? [] : ['**/*.long.spec.ts'];

export default defineConfig<SiteOptions, SiteOptions>({
  testDir: 'e2e',
  projects: [
    { name: 'first', testMatch: LONG, testIgnore: LEFT_OUT },
    { name: 'others', testMatch: '**/*.spec.ts', testIgnore: [...LONG, ...LEFT_OUT] },
  ],
  globalSetup: './e2e/office.ts',
  fullyParallel: true,
  // Unit tests are at work beside them: more would only wait for one another, each of their tests the longer.
  workers: availableParallelism(),
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  // A page answers in milliseconds; a machine shared with the unit tests does not.
  timeout: 400_000,
  expect: { timeout: 90_000 },
  use: {
    browserName: 'chromium',
    launchOptions: LAUNCH_OPTIONS,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1280, height: 800 },
    // Motion is drawn picture by picture without a graphics card; the tests about it, and some of each kind, ask for it.
    reducedMotion: 'reduce',
    trace: 'off',
    // Pages are asked for from the server, as a first reader does; e2e/reading.spec.ts is about the others.
    serviceWorkers: 'block',
  },
});
