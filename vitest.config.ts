import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * A worker ends where its next file wants another environment: those that want a document come together. Then those that
 * take long, short as their text is: begun last, they would be waited for by all.
 */
// oxlint-disable-next-line encrier/only-errors-are-classes -- Vitest constructs it with `new`
class DocumentsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [0, 1, 2].flatMap((rank) => sorted.filter((file) => rankOf(file) === rank));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const text = readFileSync(moduleId, 'utf8');
  if (text.startsWith('// @vitest-environment')) return 0;
  return text.includes('/testing/rounds.ts') ? 1 : 2;
}

const IS_LONG = process.env['ENCRIER_TESTS'] === 'long';

export default defineConfig({
  test: {
    include: ['{content,site,server,desktop,scripts,bench}/**/*.test.{ts,tsx}'],
    // What takes long and seldom fails is for `npm run test:long`.
    exclude: [...configDefaults.exclude, ...(IS_LONG ? [] : ['**/*.long.test.ts'])],
    environment: 'node',
    // Browsers are at work beside them: more would only wait for one another, each of their tests the longer.
    maxWorkers: availableParallelism(),
    // There is no processor to spare for the threads that V8 shares this work among: a fifteenth of the time goes into that.
    execArgv: ['--single-threaded-gc'],
    // Real git, real disks, two processors, browsers beside them: a slow machine is no failure.
    testTimeout: IS_LONG ? 600_000 : 400_000,
    hookTimeout: 400_000,
    expect: { poll: { timeout: 380_000 } },
    // No test changes a module for others: each is loaded once a worker, not once a file.
    isolate: false,
    sequence: { sequencer: DocumentsFirst },
    // A worker is ended by a signal: what it kept until its end goes with the folder of the run.
    globalSetup: ['scripts/testing/run-folder.ts'],
    setupFiles: ['scripts/testing/fail-on-console.ts'],
    // The built site is loaded as it is.
    server: { deps: { external: [/\/dist\//] } },
  },
});
