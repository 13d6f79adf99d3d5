// npm run check: types, format, dead code and the import table of the whole project; the lint of the files that are not committed
// yet and of those that import them, and the unit tests nearest to them. `npm test` runs everything.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, DEAD, DEAD_BUT_FOR_TESTS, FORMAT, runCheck } from './checks.mjs';
import { root } from './imports.ts';
import { importedBy, importGraph, nearestTests, uncommittedFiles } from './near.ts';
import { buildDesktopIfStale, buildIfStale, say } from './prepare.mjs';

/** With more, all this would take over a minute. */
const MOST_TEST_FILES = 12;
const LINTED = /\.(?:ts|tsx|mts|mjs|js)$/;
const TYPES: Check = [
  'types',
  'typescript/bin/tsc',
  ...['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'],
];
const LAYERS = 'scripts/layers.test.ts';

const changed = uncommittedFiles();
const graph = importGraph();
const near = nearestTests(changed, graph);
const tests = near.slice(0, MOST_TEST_FILES);
const linted = new Set([...changed, ...changed.flatMap((file) => graph.importers.get(file) ?? [])]);
const lint: Check = ['lint', 'oxlint/bin/oxlint', ...[...linted].filter(isLinted)];
const failed: string[] = [];

await Promise.all([
  run(TYPES, ...(lint.length > 2 ? [lint] : [])),
  run(FORMAT, DEAD, DEAD_BUT_FOR_TESTS).then(build),
]);
await run(['unit tests', 'vitest/vitest.mjs', 'run', LAYERS, ...tests, '--reporter=dot']);
if (near.length > tests.length)
  say(
    `${near.length - tests.length} fichiers de tests plus éloignés ne sont essayés que par «\u00a0npm test\u00a0».`,
  );
say(failed.length === 0 ? 'Tout est en ordre.' : `À corriger\u00a0: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function run(...checks: readonly Check[]): Promise<void> {
  for (const check of checks) {
    say(`${check[0]}…`);
    if ((await runCheck(check, { output: 'by-lines' })) !== 0) failed.push(check[0]);
  }
}

/** Builds what one of the tests reads, where it is stale. */
async function build(): Promise<void> {
  const texts = [...importedBy(tests, graph)]
    .filter(isThere)
    .map((file) => readFileSync(join(root, file), 'utf8'));
  const isRead = (folder: string) => texts.some((text) => text.includes(folder));
  if (isRead('dist/server') || isRead('dist/web')) await buildIfStale();
  if (isRead('dist/desktop') || isRead('dist/stand-in')) await buildDesktopIfStale();
}

function isLinted(file: string): boolean {
  return LINTED.test(file) && isThere(file);
}

function isThere(file: string): boolean {
  return existsSync(join(root, file));
}
