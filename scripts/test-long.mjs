// npm run test:long [-- FILE …]: the unit tests, with every round of what `npm test` tries a few times.
import { runCheck } from './checks.mjs';
import { buildDesktopIfStale, buildIfStale, checkMachine, installDependencies } from './prepare.mjs';

checkMachine();
await installDependencies();
await buildIfStale();
await buildDesktopIfStale();
const tests = ['unit tests', 'vitest/vitest.mjs', 'run', ...process.argv.slice(2)];
process.exitCode = await runCheck(tests, { variables: { ENCRIER_TESTS: 'long' } });
