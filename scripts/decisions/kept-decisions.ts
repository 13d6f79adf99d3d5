import { readdirSync, readFileSync } from 'node:fs';
import { type Decision, readDecision } from './decisions.ts';

const folder = new URL('../../docs/decisions/', import.meta.url);

/** Where the list is. */
export const indexFile = new URL('README.md', folder);

/** Those of docs/decisions, by number. */
export function keptDecisions(): readonly Decision[] {
  return readdirSync(folder)
    .filter((name) => name !== 'README.md')
    .sort()
    .map((name) => readDecision(name, readFileSync(new URL(name, folder), 'utf8')));
}
