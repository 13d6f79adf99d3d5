import { readdir } from 'node:fs/promises';
import { isSystemError } from '#content/store/system-error.ts';

const NAME = /^([0-9]{4})-([0-9]{2})\.jsonl$/;

/** The file of an event, by its ISO 8601 time: the month it has in UTC. */
export function monthFile(timestamp: string): string {
  return `${timestamp.slice(0, 7)}.jsonl`;
}

/** The names of the month files in a folder, newest first; none where there is no folder. */
export async function listMonthFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  });
  return names.filter((name) => NAME.test(name)).toSorted((a, b) => (a < b ? 1 : -1));
}

/** The ISO 8601 time before which events are no longer kept. */
export function expiryOf(now: number, keepMonths: number): string {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - keepMonths);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.toISOString();
}
