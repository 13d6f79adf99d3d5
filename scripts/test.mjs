// npm test: installs what is missing (a browser too), then runs every check and says what passed.
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import {
  buildDesktopIfStale,
  buildIfStale,
  checkMachine,
  exitCode,
  installDependencies,
  root,
  say,
} from './prepare.mjs';

checkMachine();
await installDependencies();
const chromium = await findBrowser();
await buildIfStale();
await buildDesktopIfStale();

const bin = (name) => join(root, 'node_modules', name);
const unitReport = join(tmpdir(), `encrier-unit-${process.pid}.json`);
const browserReport = join(tmpdir(), `encrier-browser-${process.pid}.json`);

const steps = [
  ['types', [bin('typescript/bin/tsc'), '--noEmit']],
  ['format', [bin('@biomejs/biome/bin/biome'), 'check', '.']],
  ['lint', [bin('eslint/bin/eslint.js'), '.']],
  [
    'unit tests',
    [
      bin('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
    ],
  ],
  ['browser tests', [bin('@playwright/test/cli.js'), 'test', '--reporter=list,json']],
];

let passed = 0;
let failed = 0;
for (const [name, args] of steps) {
  say(`${name}…`);
  const code = await exitCode(process.execPath, args, {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
  });
  const counted = counts(name);
  passed += counted?.passed ?? (code === 0 ? 1 : 0);
  failed += counted?.failed ?? 0;
  // A step that fails without a failed test (no report, a crash) is a failure all the same.
  if (code !== 0 && (counted?.failed ?? 0) === 0) failed += 1;
}
for (const report of [unitReport, browserReport]) rmSync(report, { force: true });

console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** What a test runner's own report counts; null for steps that have none. */
function counts(name) {
  if (name === 'unit tests') {
    const report = readReport(unitReport);
    return report && { passed: report.numPassedTests, failed: report.numFailedTests };
  }
  if (name === 'browser tests') {
    const report = readReport(browserReport);
    return report && { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected };
  }
  return null;
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
