import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { NODE_FLAGS } from '#scripts/node-flags.mjs';

const MODULE = fileURLToPath(new URL('./give-back.ts', import.meta.url));

/** Megabytes of heap that a process of the server's flags holds before and after work that took so many milliseconds. */
function heapAround(tookMs: number): readonly number[] {
  const program = `
    const { giveBackAfter } = await import(${JSON.stringify(MODULE)});
    let held = [];
    for (let i = 0; i < 1e6; i += 1) held.push({ i });
    held = null;
    const before = process.memoryUsage().heapTotal;
    giveBackAfter(${tookMs});
    console.log(JSON.stringify([before, process.memoryUsage().heapTotal].map((bytes) => bytes / 1e6)));`;
  const said = execFileSync(process.execPath, [...NODE_FLAGS, '--input-type=module', '-e', program]);
  return JSON.parse(said.toString()) as readonly number[];
}

describe('giveBackAfter', () => {
  it('gives back what long work left, and does nothing after short work', () => {
    const [before = 0, after = 0] = heapAround(60_000);
    const [early = 0, late = 0] = heapAround(10);
    expect([after < before / 2, late > early / 2]).toEqual([true, true]);
  });
});
