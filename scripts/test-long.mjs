// npm run test:long [-- FILE …]: the unit tests with every round of what `npm test` tries a few times, and what it leaves out
// for the time it takes (*.long.test.ts, *.long.spec.ts).
import { findBrowser } from './browser.mjs';
import { runCheck } from './checks.mjs';
import { prepareAll } from './prepare.mjs';

await prepareAll();
const files = process.argv.slice(2);
const specs = files.filter((name) => name.includes('.spec'));
const tests = files.filter((name) => !name.includes('.spec'));
const variables = { ENCRIER_TESTS: 'long' };
let failed = 0;
if (files.length === 0 || tests.length > 0)
  failed += await runCheck(['unit tests', 'vitest/vitest.mjs', 'run', ...tests], { variables });
if (files.length === 0 || specs.length > 0) {
  const names = specs.length > 0 ? specs : ['.long.spec.ts'];
  const check = ['browser tests', '@playwright/test/cli.js', 'test', ...names];
  failed += await runCheck(check, { variables: { ...variables, CHROMIUM_PATH: await findBrowser() } });
}
process.exitCode = failed === 0 ? 0 : 1;
