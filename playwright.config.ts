import { execFileSync } from 'node:child_process';
import { defineConfig } from '@playwright/test';
import type { SiteOptions } from './e2e/fixtures.ts';

// Nothing of the browser's own may reach the network, and the tests run without a sandbox in containers.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig<SiteOptions, SiteOptions>({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  // A page answers in milliseconds; a shared machine does not.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { ...chromium(), args: FLAGS },
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1280, height: 800 },
    trace: 'off',
  },
});

/** `npm test` finds a browser and names it; alone, the tests take the system's, else Playwright's own. */
function chromium(): { readonly executablePath?: string } {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') return { executablePath: named };
  try {
    return { executablePath: execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim() };
  } catch {
    return {};
  }
}
