// What is checked without running the product: types, format, lint. Each is a name, a tool and its words.
import { join } from 'node:path';
import { exitCode, root } from './prepare.mjs';

export const FORMAT = ['format', '@biomejs/biome/bin/biome', 'check', '.'];
/** What nothing uses; then what only tests do. */
export const DEAD = ['dead code', 'knip/bin/knip.js'];
export const DEAD_BUT_FOR_TESTS = ['code for tests alone', 'knip/bin/knip.js', '--production'];
/** The compiler's errors and the rules of .oxlintrc.json, by one program that reads the project once. */
export const TYPES_AND_LINT = ['types and lint', 'oxlint/bin/oxlint', '--type-check', '.'];

/** The code that a tool of node_modules ends with. */
export function runCheck([, tool, ...words], how = {}) {
  return exitCode(process.execPath, [join(root, 'node_modules', tool), ...words], how);
}
