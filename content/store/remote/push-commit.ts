import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { NO_OBJECT_ID } from '../objects/object-id.ts';
import type { ObjectStore } from '../objects/objects.ts';
import type { Advertised } from './advertised-refs.ts';
import { type GitChecking, packWithGit } from './git-checking.ts';
import { exchange, type HttpOptions, remoteError } from './http-exchange.ts';
import { newObjects } from './new-objects.ts';
import { writePackFile } from './pack-writing.ts';
import { compareHistories } from './paint-history.ts';
import { cutShort, FLUSH, garbled, pktLine, readPktLines } from './pkt-line.ts';
import { inQuarantine, type Quarantine } from './quarantine.ts';
import { readSideband } from './sideband.ts';
import { withWalkingStore } from './walking-store.ts';

const WANTED = ['report-status', 'side-band-64k', 'ofs-delta'];
const MAX_REPORT = 64 * 1024;
/** Refusals that mean: somebody else was first (builtin/receive-pack.c, refs.c). */
const BEHIND =
  /fetch first|non-fast-forward|stale info|lock|already exists|failed to update ref|incorrect old/i;

/** Fewer commits than this are packed before a program would have started. */
const GIT_FROM = 50;

interface PushOptions extends GitChecking {
  readonly objects: ObjectStore;
  readonly http: HttpOptions;
  readonly onProgress?: (step: { readonly step: 'send'; readonly done: number }) => void;
}

interface RefUpdate {
  readonly ref: string;
  /** Where the ref is there; null when it is to be created. */
  readonly from: string | null;
  readonly to: string;
}

/**
 * Pushes a commit and all it needs to one ref of a remote. The other side moves it from `from` or not at all: 'behind' then,
 * and 'rejected' when its rules forbid the push. When the answer is lost ('offline') nobody knows: the next look tells.
 */
export async function pushCommit(
  options: PushOptions,
  advertised: Advertised,
  update: RefUpdate,
): Promise<void> {
  const { gitDir, objects } = options;
  const there = await commitsHere(objects, [...advertised.refs.values(), ...advertised.lent]);
  await inQuarantine(gitDir, async (quarantine) => {
    const file = await packFor(options, quarantine, { commit: update.to, without: there });
    const { size: length } = await stat(file);
    options.onProgress?.({ step: 'send', done: length });
    await send(options.http, { advertised, update, file, length });
  });
}

/** A pack of what the other side needs; by the git program where that is worth it. */
async function packFor(
  options: PushOptions,
  quarantine: Quarantine,
  { commit, without }: { readonly commit: string; readonly without: readonly string[] },
): Promise<string> {
  const { objects } = options;
  const { ours } = await compareHistories(objects, { ours: [commit], theirs: without });
  const made = ours.length < GIT_FROM ? null : await packWithGit(options, quarantine, { commit, without });
  if (made !== null) return made;
  await withWalkingStore(options, (walked) =>
    writePackFile(walked, quarantine.pack, newObjects(walked, ours)),
  );
  return quarantine.pack;
}

/** Those commits of the other side that we have too: what they need is not sent. */
async function commitsHere(objects: ObjectStore, ids: readonly string[]): Promise<readonly string[]> {
  const here: string[] = [];
  for (const id of new Set(ids)) {
    if ((await objects.sizeOf(id))?.type === 'commit') here.push(id);
  }
  return here;
}

interface Sending {
  readonly advertised: Advertised;
  readonly update: RefUpdate;
  readonly file: string;
  readonly length: number;
}

async function send(http: HttpOptions, { advertised, update, file, length }: Sending): Promise<void> {
  const { service, capabilities } = advertised;
  if (!WANTED.slice(0, 2).every((name) => capabilities.has(name))) throw remoteError('not-a-repository');
  const agreed = WANTED.filter((name) => capabilities.has(name)).join(' ');
  const command = `${update.from ?? NO_OBJECT_ID} ${update.to} ${update.ref}\0 ${agreed} agent=encrier`;
  const head = Buffer.concat([pktLine(command), FLUSH]);
  const answer = await exchange(http, {
    url: service,
    expects: 'application/x-git-receive-pack-result',
    headers: { 'Content-Type': 'application/x-git-receive-pack-request' },
    body: { length: head.length + length, read: () => Readable.from(requestBody(head, file)) },
  });
  checkReport(await readReport(answer.pieces), update.ref);
}

async function* requestBody(head: Buffer, file: string): AsyncGenerator<Buffer> {
  yield head;
  for await (const piece of createReadStream(file)) yield piece as Buffer; // a stream without an encoding gives bytes
}

/** The lines of the other side's report-status, which the first band holds as a stream of lines of its own. */
async function readReport(pieces: AsyncIterable<Buffer>): Promise<readonly string[]> {
  const bytes: Buffer[] = [];
  let size = 0;
  for await (const piece of readSideband(readPktLines(pieces), {})) {
    size += piece.length;
    if (size > MAX_REPORT) throw garbled();
    bytes.push(piece);
  }
  const lines = readPktLines(Readable.from(bytes));
  const report: string[] = [];
  for (let line = await lines.next(); line instanceof Buffer; line = await lines.next()) {
    report.push(line.toString().trim());
  }
  return report;
}

/** Throws what a report says against a ref: ContentError 'remote' (gitprotocol-pack(5), "Report Status"). */
function checkReport(report: readonly string[], ref: string): void {
  if (report.includes(`ok ${ref}`)) return;
  const refusal = report.find((line) => line.startsWith(`ng ${ref}`));
  const unpacked = report.find((line) => line.startsWith('unpack '));
  if (refusal === undefined && unpacked === undefined) throw cutShort();
  const reason = refusal ?? unpacked ?? '';
  throw remoteError(BEHIND.test(reason) ? 'behind' : 'rejected', { cause: new Error(reason.slice(0, 500)) });
}
