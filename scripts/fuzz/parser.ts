import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { ContentError } from '#content/model/errors.ts';
import { createRandom, type Random } from '#content/testing/random.ts';

/**
 * Makes one damaged input and has it read; files go into a folder. Answers whether anything was read of it; rejects with what the
 * parser throws, or with {@link WrongAnswer}.
 */
export type Attempt = (random: Random, folder: string) => Promise<boolean> | boolean;

/** Something was read that the bytes do not say. */
export class WrongAnswer extends Error {}

/** Bytes one input of a few kilobytes may make anybody hold, at most. */
const MAX_GROWTH = 64 * 1024 * 1024;
/** A folder in memory, where the system has one. */
const MEMORY = '/dev/shm';

export interface Inputs {
  readonly seed: number;
  /** Number of the first input: each depends on the seed and its own number only. */
  readonly from: number;
  readonly inputs: number;
  /** Told of each input before it is read. */
  readonly onInput?: (number: number) => void;
}

export interface Outcome {
  readonly answered: number;
  readonly refused: number;
  readonly fault: { readonly number: number; readonly reason: string } | null;
}

/** Has a parser read damaged inputs until it does anything but answer rightly or refuse. */
export async function tryParser(attempt: Attempt, { seed, from, inputs, onInput }: Inputs): Promise<Outcome> {
  const folder = mkdtempSync(path.join(existsSync(MEMORY) ? MEMORY : os.tmpdir(), 'encrier-fuzz-'));
  let [answered, refused, number] = [0, 0, from];
  const ended = (reason: string) => ({ answered, refused, fault: { number, reason } });
  try {
    for (; number < from + inputs; number += 1) {
      onInput?.(number);
      // What was told is on its way before a parser may stop everything.
      await setImmediate();
      const before = process.memoryUsage().arrayBuffers;
      if (await isAnswered(attempt, createRandom(Math.imul(seed, 0x9e3779b1) ^ number), folder))
        answered += 1;
      else refused += 1;
      const growth = process.memoryUsage().arrayBuffers - before;
      if (growth > MAX_GROWTH) return ended(`took ${growth} bytes`);
    }
    return { answered, refused, fault: null };
  } catch (error) {
    return ended(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function isAnswered(attempt: Attempt, random: Random, folder: string): Promise<boolean> {
  try {
    return await attempt(random, folder);
  } catch (error) {
    if (error instanceof ContentError) return false;
    throw error;
  }
}
