import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditEvent } from '#content/contract/account-operations.ts';
import { ensureFolderDurably, removeFileDurably, syncFolders } from '#content/store/durable-fs.ts';
import { writePrivateFile } from '../data/private-file.ts';
import { timestampOf } from './audit-lines.ts';
import { listMonthFiles, monthFile } from './audit-months.ts';

interface AuditFilesOptions {
  readonly folder: string;
  readonly onError: (error: unknown) => void;
}
interface Waiting {
  readonly timestamp: string;
  readonly make: () => Promise<AuditEvent>;
}

/** More events than this waiting for the disk are dropped, with an error. */
const MAX_WAITING = 10_000;

/** The month files of the audit log, written by one task after another; a failure is told and the next goes on. */
export function createAuditFiles({ folder, onError }: AuditFilesOptions) {
  const unsynced = new Set<string>();
  let waiting: Waiting[] = [];
  let last: Promise<void> = Promise.resolve();

  function enqueue(task: () => Promise<void>): void {
    last = last.then(task).catch(onError);
  }

  async function writeWaiting(): Promise<void> {
    const taken = waiting;
    waiting = [];
    if (taken.length === 0) return;
    await ensureFolderDurably(folder);
    const texts = new Map<string, string>();
    for (const { timestamp, make } of taken) {
      const name = monthFile(timestamp);
      texts.set(name, `${texts.get(name) ?? ''}${JSON.stringify(await make())}\n`);
    }
    for (const [name, text] of texts) {
      await appendLines(join(folder, name), text);
      unsynced.add(name);
    }
  }

  async function sync(): Promise<void> {
    for (const name of unsynced) await syncFile(join(folder, name));
    if (unsynced.size > 0) await syncFolders([folder]);
    unsynced.clear();
  }

  return {
    append(timestamp: string, make: () => Promise<AuditEvent>): void {
      if (waiting.length >= MAX_WAITING) {
        onError(new Error('audit log: the disk does not follow, an event was dropped'));
        return;
      }
      waiting.push({ timestamp, make });
      enqueue(writeWaiting);
    },
    /** Removes what is older than this ISO 8601 time. */
    prune(expiry: string): void {
      enqueue(() => prune(folder, expiry));
    },
    settled: (): Promise<void> => last,
    async close(): Promise<void> {
      enqueue(sync);
      await last;
    },
  };
}

/** Appends whole lines; what a crash or a full disk tore before them stays a line of its own. */
async function appendLines(file: string, text: string): Promise<void> {
  const handle = await open(file, 'a+', 0o600);
  try {
    const { size } = await handle.stat();
    const end = size === 0 ? null : (await handle.read(Buffer.alloc(1), 0, 1, size - 1)).buffer;
    await handle.appendFile(end === null || end.toString() === '\n' ? text : `\n${text}`);
  } finally {
    await handle.close();
  }
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Months that are over are removed as files; of the month the limit falls in, lines. */
async function prune(folder: string, expiry: string): Promise<void> {
  const limit = monthFile(expiry);
  for (const name of await listMonthFiles(folder)) {
    const file = join(folder, name);
    if (name < limit) await removeFileDurably(file);
    if (name === limit) await removeLines(file, expiry);
  }
}

async function removeLines(file: string, expiry: string): Promise<void> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  const kept = lines.filter((line) => (timestampOf(line) ?? '') >= expiry);
  if (kept.length === lines.length) return;
  if (kept.length === 0) await removeFileDurably(file);
  else await writePrivateFile(file, `${kept.join('\n')}\n`);
}
