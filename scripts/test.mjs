// npm test: installs what is missing (a browser too), then runs every check and says what passed.
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { findBrowser } from './browser.mjs';
import { DEAD, DEAD_BUT_FOR_TESTS, FORMAT, runCheck, TYPES_AND_LINT } from './checks.mjs';
import {
  buildDesktopIfStale,
  buildIfStale,
  checkMachine,
  installDependencies,
  root,
  say,
} from './prepare.mjs';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 6 * 1024 ** 3;
/** What the tests of both kinds need at once, of a machine with this many processors. */
const ENOUGH_MEMORY = (3 + 2 * availableParallelism()) * 1e9;

checkMachine();
await installDependencies();
const folder = mkdtempSync(join(quickFolder(), 'encrier-test-'));
process.on('exit', removeFolder);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
const unitReport = join(folder, 'unit.json');
const browserReport = join(folder, 'browser.json');

let passed = 0;
const failures = [];
// What is built and what is only read, side by side.
const building = build();
const reading = readAll();
process.env.CHROMIUM_PATH = await building;
// So are the tests: those of one kind wait where those of the other work, and either kind ends on a few long ones.
if (totalmem() >= ENOUGH_MEMORY) await Promise.all([reading, runUnits(), runBrowsers()]);
else {
  await reading;
  await runUnits();
  await runBrowsers();
}

// What failed is named here too: its own report may be thousands of lines above.
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** What cannot be removed, as a test left it mounted, is no reason to end otherwise than with the summary. */
function removeFolder() {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (failures.length === 0) throw error;
  }
}

async function readAll() {
  for (const check of [TYPES_AND_LINT, FORMAT, DEAD, DEAD_BUT_FOR_TESTS]) await run(check);
}

function runUnits() {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`];
  return run(['unit tests', 'vitest/vitest.mjs', 'run', ...reporters]);
}

function runBrowsers() {
  return run(['browser tests', '@playwright/test/cli.js', 'test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
    // Node leaves the types out by itself: Playwright would compile every file anew in each run, for ten seconds of a processor.
    ...(process.features.typescript === false ? {} : { PW_DISABLE_TS_ESM: '1' }),
  });
}

/** Builds what is stale, and answers the path of a browser. */
async function build() {
  await buildIfStale();
  await buildDesktopIfStale();
  return findBrowser();
}

async function run(check, variables = {}) {
  const [name] = check;
  say(`${name}…`);
  // Hundreds of programs are started from the same files: each is compiled once. Git is started thousands of times from
  // programs of a gigabyte, which takes half as long where their memory lies in large pages (glibc alone knows these).
  const shared = {
    TMPDIR: folder,
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    MALLOC_ARENA_MAX: '2',
    GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
  };
  const code = await runCheck(check, { variables: { ...shared, ...variables }, output: 'by-lines' });
  const counted = counts(name);
  passed += counted?.passed ?? (code === 0 ? 1 : 0);
  failures.push(...(counted?.failures ?? []));
  // A step that fails without a failed test (no report, a crash) is a failure all the same.
  if (code !== 0 && (counted?.failures ?? []).length === 0) failures.push(name);
}

/**
 * Where the tests' repositories go: into memory where Linux offers it and there is room. Thousands of commits wait for the disk
 * otherwise; what they try is killed programs and refused writes, never a power cut.
 */
function quickFolder() {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** What a test runner's own report says: how many passed, and the failed by name; null for steps that have none. */
function counts(name) {
  if (name === 'unit tests') {
    const report = readReport(unitReport);
    return report && { passed: report.numPassedTests, failures: report.testResults.flatMap(failedUnits) };
  }
  if (name === 'browser tests') {
    const report = readReport(browserReport);
    return (
      report && {
        passed: report.stats.expected + report.stats.flaky,
        failures: report.suites.flatMap(failedSpecs),
      }
    );
  }
  return null;
}

function failedUnits({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  // A file that cannot be loaded has no tests.
  if (failed.length === 0 && status === 'failed') return [named(relative(root, name), message)];
  return failed.map((test) => named(`${relative(root, name)} › ${test.fullName}`, test.failureMessages[0]));
}

function named(test, message = '') {
  return `${test}\n    ${message.slice(0, 400).replaceAll('\n', '\n    ')}`;
}

function failedSpecs({ file, specs, suites = [] }) {
  const own = specs.filter(({ ok }) => !ok).map(({ line, title }) => `e2e/${file}:${line} › ${title}`);
  return [...own, ...suites.flatMap(failedSpecs)];
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
