// npm run check: types, format, lint, dead code, the import table and the unit tests of what is not committed yet. Lint looks at
// changed files only; npm test looks at all of them.
import { DEAD, DEAD_BUT_FOR_TESTS, FORMAT, LINT, runCheck, TYPES } from './checks.mjs';
import { buildIfStale, checkMachine, installDependencies, say } from './prepare.mjs';

const CACHED = ['--cache', '--cache-strategy', 'content', '--cache-location', 'node_modules/.cache/eslint/'];
const LAYERS = ['layers', 'vitest/vitest.mjs', 'run', 'scripts/layers.test.ts', '--reporter=dot'];
const TOUCHED = ['unit tests', 'vitest/vitest.mjs', 'run', '--changed', '--passWithNoTests'];

checkMachine();
await installDependencies();
// Two at a time, the long ones side by side.
const failed = (
  await Promise.all([
    inTurn([LINT.concat(CACHED), DEAD, DEAD_BUT_FOR_TESTS]),
    inTurn([FORMAT, TYPES, LAYERS]).then(async (failures) => {
      await buildIfStale();
      return [...failures, ...(await inTurn([TOUCHED]))];
    }),
  ])
).flat();
say(failed.length === 0 ? 'Tout est en ordre.' : `À corriger : ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function inTurn(checks) {
  const failures = [];
  for (const check of checks) {
    say(`${check[0]}…`);
    if ((await runCheck(check)) !== 0) failures.push(check[0]);
  }
  return failures;
}
