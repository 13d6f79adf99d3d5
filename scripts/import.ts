import { createInterface } from 'node:readline/promises';
import { parseEnv } from '#server/env.ts';
import { importCommand } from '#server/importing/import-command.ts';
import { projectRoot } from '#server/project-root.ts';
import { exitWith, say } from './exit-with.ts';

const stopping = new AbortController();
// The first asks it to stop between two articles; a second ends it at once.
process.once('SIGINT', () => stopping.abort());

exitWith(
  importCommand({
    words: process.argv.slice(2),
    env: () => parseEnv(process.env),
    root: projectRoot(import.meta.url),
    say,
    confirm: askYes,
    signal: stopping.signal,
  }),
);

async function askYes(question: string): Promise<boolean | null> {
  if (!process.stdin.isTTY) return null;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^o(ui)?$/i.test(
      (await terminal.question(`${question} [o/N] `, { signal: stopping.signal })).trim(),
    );
  } catch {
    return false; // Ctrl+C, or the end of the input.
  } finally {
    terminal.close();
  }
}
