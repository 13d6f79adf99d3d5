import { readdirSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/** Each build leaves some thirty, and none takes those of another away. */
const MOST_COMPILED = 300;

/**
 * What is loaded from here on was compiled by a start before, which wrote it when it ended; Node looks at each file before V8
 * has it, and does without those that are damaged, or not of this program. Nothing is made where no start kept any.
 */
export function useCompiled(cacheDir: string): void {
  const folder = compiledIn(cacheDir);
  try {
    if (readdirSync(folder, { recursive: true }).length > MOST_COMPILED) rmSync(folder, { recursive: true });
    else enableCompileCache(folder);
  } catch {
    // Nothing is there yet, or it cannot be read: then Node does without.
  }
}

/** The same, kept for the next start: the folder is made where there is none. */
export function keepCompiled(cacheDir: string): void {
  enableCompileCache(compiledIn(cacheDir));
}

function compiledIn(cacheDir: string): string {
  return join(cacheDir, 'compiled');
}
