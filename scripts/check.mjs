// npm run check: types, lint, format, dead code, the import table and the unit tests of what is not committed yet.
import { DEAD, DEAD_BUT_FOR_TESTS, FORMAT, runCheck, TYPES_AND_LINT } from './checks.mjs';
import { buildDesktopIfStale, buildIfStale, checkMachine, installDependencies, say } from './prepare.mjs';

const LAYERS = ['layers', 'vitest/vitest.mjs', 'run', 'scripts/layers.test.ts', '--reporter=dot'];
const TOUCHED = ['unit tests', 'vitest/vitest.mjs', 'run', '--changed', '--passWithNoTests'];

checkMachine();
await installDependencies();
const failed = [];
for (const check of [TYPES_AND_LINT, FORMAT, DEAD, DEAD_BUT_FOR_TESTS, LAYERS]) await run(check);
await buildIfStale();
await buildDesktopIfStale();
await run(TOUCHED);
say(failed.length === 0 ? 'Tout est en ordre.' : `À corriger : ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function run(check) {
  say(`${check[0]}…`);
  if ((await runCheck(check)) !== 0) failed.push(check[0]);
}
