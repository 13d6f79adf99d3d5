import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{content,site,server,desktop,scripts,bench}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Real git, real disks, two processors: a slow machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: ['scripts/testing/fail-on-console.ts'],
    // The built site is loaded as it is.
    server: { deps: { external: [/\/dist\//] } },
  },
});
