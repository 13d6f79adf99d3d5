import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { ContentError } from '#content/model/errors.ts';
import { createRandom } from '#content/testing/random.ts';
import { objectParsers } from './object-parsers.ts';
import type { ByteParser } from './parser.ts';
import { textParsers } from './text-parsers.ts';

/** Bytes one input of a few kilobytes may make anybody hold, at most. */
const MAX_GROWTH = 64 * 1024 * 1024;
/** A folder in memory, where the system has one. */
const MEMORY = '/dev/shm';

export interface FuzzOptions {
  readonly name: string;
  readonly seed: number;
  /** Number of the first input: each depends on the seed and its own number only. */
  readonly from: number;
  readonly inputs: number;
  /** Told of each input before it is read. */
  readonly onInput?: (number: number) => void;
}

export interface FuzzOutcome {
  readonly answered: number;
  readonly refused: number;
  readonly fault: { readonly number: number; readonly reason: string } | null;
}

/** Names of all parsers. */
export function parserNames(): readonly string[] {
  return parsersIn('').map(({ name }) => name);
}

function parsersIn(folder: string): readonly ByteParser[] {
  return [...objectParsers(folder), ...textParsers(folder)];
}

/** Has one parser read damaged inputs until it does anything but answer rightly or refuse. */
export async function fuzzParser(options: FuzzOptions): Promise<FuzzOutcome> {
  const folder = scratchFolder();
  try {
    const parser = parsersIn(folder).find(({ name }) => name === options.name);
    if (parser === undefined) throw new Error(`no parser of that name: ${options.name}`);
    return await run(parser, options);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(parser: ByteParser, { seed, from, inputs, onInput }: FuzzOptions): Promise<FuzzOutcome> {
  let [answered, refused] = [0, 0];
  for (let number = from; number < from + inputs; number += 1) {
    onInput?.(number);
    // What was told is on its way before a parser may stop everything.
    await setImmediate();
    const before = process.memoryUsage().arrayBuffers;
    const result = await attempt(parser, seed, number);
    if (result === 'answered') answered += 1;
    else if (result === 'refused') refused += 1;
    else return { answered, refused, fault: { number, reason: result.reason } };
    const growth = process.memoryUsage().arrayBuffers - before;
    if (growth > MAX_GROWTH) return { answered, refused, fault: { number, reason: `took ${growth} bytes` } };
  }
  return { answered, refused, fault: null };
}

async function attempt(
  parser: ByteParser,
  seed: number,
  number: number,
): Promise<'answered' | 'refused' | { readonly reason: string }> {
  try {
    return (await parser.attempt(createRandom(Math.imul(seed, 0x9e3779b1) ^ number)))
      ? 'answered'
      : 'refused';
  } catch (error) {
    if (error instanceof ContentError || parser.refusals?.some((kind) => error instanceof kind) === true)
      return 'refused';
    return { reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function scratchFolder(): string {
  return mkdtempSync(path.join(existsSync(MEMORY) ? MEMORY : os.tmpdir(), 'encrier-fuzz-'));
}
