import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{content,site,server,desktop,scripts,bench}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // They wait for git and the disk now and then: one more keeps all processors at work.
    maxWorkers: availableParallelism() + 1,
    // Real git, real disks, two processors: a slow machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // No test changes a module for others: each is loaded once a worker, not once a file.
    isolate: false,
    setupFiles: ['scripts/testing/fail-on-console.ts'],
    // The built site is loaded as it is.
    server: { deps: { external: [/\/dist\//] } },
  },
});
