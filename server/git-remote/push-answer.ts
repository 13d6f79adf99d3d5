import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { countOf } from '#content/contract/in-words.ts';
import { temporaryPath } from '#content/git/durable-fs.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { readRef } from '#content/git/refs/refs.ts';
import { isSystemError } from '#content/git/system-error.ts';
import type { Caller } from '../api/http-call.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { TOO_LARGE } from './git-environment.ts';
import { shownName } from './push-check/check-push.ts';

/** The bands of git's answer to a push (gitprotocol-capabilities(5), side-band-64k). */
const REPORT = 1;
const TALK = 2;
/** What is kept of what git says, in characters: its complaints come last. */
const MAX_TALK = 64 * 1024;
const MAX_TOLD = 20;
/** Text of one packet, in bytes, at most. */
const MAX_TEXT_BYTES = 60_000;

/** What git's own check may find in an object (git-fsck(1), fsck messages); the first pattern that fits counts. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/^(?:treeNotSorted|duplicateEntries|badTree)/, 'dossier mal formé (noms en désordre ou en double)'],
  [/^zeroPaddedFilemode/, 'dossier écrit par un ancien programme (modes qui commencent par un zéro)'],
  [/^nullSha1/, 'dossier qui désigne un objet nul'],
  [/^gitmodules/, 'fichier .gitmodules que git n’accepte pas'],
  [/^gitattributes/, 'fichier .gitattributes que git n’accepte pas'],
  [/Date|Timezone/, 'date qui ne peut pas être lue'],
  [/Name|Email|Author|Committer/, 'auteur mal écrit'],
];

/**
 * Passes git's answer to a push on, up to its report, which waits for what there is to say of the push: why, where git itself has
 * refused what was sent, which it does before our own check, and in English. What is no such answer passes as it is.
 */
export function createPushAnswer() {
  let held: Buffer = Buffer.alloc(0);
  let report: Buffer = Buffer.alloc(0);
  let talk = '';
  let isPlain = false;

  return {
    /** What is to be passed on now. */
    take(piece: Buffer): Buffer {
      const bytes = Buffer.concat([held, piece]);
      const out: Buffer[] = [];
      let at = 0;
      while (!isPlain && bytes.length - at >= 4) {
        const digits = bytes.toString('latin1', at, at + 4);
        const length = /^[0-9a-f]{4}$/.test(digits) ? Math.max(Number.parseInt(digits, 16), 4) : null;
        if (length === null) isPlain = true;
        else if (bytes.length - at < length) break;
        else {
          const packet = bytes.subarray(at, at + length);
          if (packet[4] === TALK) talk = (talk + packet.subarray(5).toString()).slice(-MAX_TALK);
          if (packet[4] === REPORT || report.length > 0) report = Buffer.concat([report, packet]);
          else out.push(packet);
          at += length;
        }
      }
      held = bytes.subarray(at);
      if (!isPlain) return Buffer.concat(out);
      const passed = Buffer.concat([...out, report, held]);
      [report, held] = [Buffer.alloc(0), Buffer.alloc(0)];
      return passed;
    },
    /**
     * What the answer ends with: the report, after what the pusher is told, and part of a packet that never came whole. `reason` is why
     * git was not given all, if so.
     */
    rest(warnings: readonly string[], reason: string | null): Buffer {
      if (report.length === 0) return held;
      const isRefused = /^[0-9a-f]{4}unpack (?!ok\n)/.test(report.toString('latin1', 5, 25));
      const told = isRefused ? refusal(talk, reason) : warnings.length === 0 ? null : accepted(warnings);
      return Buffer.concat([...(told === null ? [] : [talkPacket(told)]), report, held]);
    },
  };
}

export type PushAnswer = ReturnType<typeof createPushAnswer>;

function accepted(warnings: readonly string[]): string {
  const lines = warnings.map((line) => `  - ${line}\n`);
  return ['Encrier accepte cet envoi, mais ne pourra pas tout servir\u00a0:\n', ...lines].join('');
}

/** What the pusher is told, from what git said unless the reason is ours. */
function refusal(talk: string, reason: string | null): string {
  const faults = [...talk.matchAll(/object ([0-9a-f]{40}): (\w+): /g)].map(
    ([, id = '', rule = '']) => `${id}\u00a0: ${faultOf(rule)} (${shownName(rule)}).`,
  );
  const told = [...new Set(faults)];
  const lines = told.length > 0 ? told.slice(0, MAX_TOLD) : [reason ?? unreadable(talk)];
  const more = told.length - lines.length;
  return [
    'Encrier refuse cet envoi, rien n’a été changé\u00a0:',
    ...lines.map((line) => `  - ${line}`),
    ...(more > 0 ? [`  … et ${countOf(more, 'autre')}.`] : []),
    ...(told.length > 0
      ? [
          'git n’accepte pas ces objets\u00a0: «\u00a0git fsck\u00a0» les montre\u00a0; refaites les commits en cause.',
        ]
      : []),
    '',
  ].join('\n');
}

function faultOf(rule: string): string {
  return FAULTS.find(([pattern]) => pattern.test(rule))?.[1] ?? 'objet que git n’accepte pas';
}

function unreadable(talk: string): string {
  if (/maximum allowed size/.test(talk)) return TOO_LARGE.trim();
  return 'git n’a pas pu lire ou ranger ce qui est arrivé\u00a0: réessayez\u00a0; si cela dure, vérifiez votre dépôt par «\u00a0git fsck\u00a0».';
}

function talkPacket(text: string): Buffer {
  const bytes = Buffer.from(text).subarray(0, MAX_TEXT_BYTES);
  const head = (bytes.length + 5).toString(16).padStart(4, '0');
  return Buffer.concat([Buffer.from(head), Buffer.of(TALK), bytes]);
}

const updatesSchema = z.array(
  z.object({ ref: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
);
export type LandedUpdate = z.output<typeof updatesSchema>[number];

/** A save may come right after a push: it is looked for this far below where the ref is. */
const LOOK_BACK = 50;

interface ReportOptions {
  readonly gitDir: string;
  readonly objects: Pick<ObjectStore, 'readCommit'>;
}

/**
 * Where our pre-receive hook notes what it let pass, or came too late alone. `landed` says which of that the repository has now: a save at the same
 * moment may have kept git from moving a ref after all.
 */
export async function openPushReport({ gitDir, objects }: ReportOptions) {
  const folder = join(gitDir, 'encrier', 'pushes');
  await mkdir(folder, { recursive: true });
  // A name that start-up knows for what an ended process left.
  const file = temporaryPath(join(folder, 'report'));

  async function hasLanded({ ref, from, to }: LandedUpdate): Promise<boolean> {
    let commit = await readRef(gitDir, ref);
    if (to === null) return commit !== from;
    for (let count = 0; commit !== null && count < LOOK_BACK; count += 1) {
      if (commit === to) return true;
      commit = (await objects.readCommit(commit)).parents[0] ?? null;
    }
    return false;
  }

  async function noted(): Promise<readonly LandedUpdate[]> {
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      if (isSystemError(error, 'ENOENT')) return '[]';
      throw error;
    });
    return updatesSchema.parse(JSON.parse(text));
  }

  async function landed(): Promise<readonly LandedUpdate[]> {
    const updates = await noted();
    const outcomes = await Promise.all(updates.map(hasLanded));
    return updates.filter((_, at) => outcomes[at]);
  }

  return {
    file,
    landed,
    /** Whether others were faster than what could have landed. */
    outcome: async (): Promise<'too-late' | 'done'> =>
      (await landed()).length < (await noted()).length ? 'too-late' : 'done',
    discard: () => rm(file, { force: true }),
  };
}

export type PushReport = Awaited<ReturnType<typeof openPushReport>>;

interface Push {
  readonly landed: readonly LandedUpdate[];
  readonly username: string;
  readonly caller: Caller;
}

/** Tells the audit log what a push moved: the published branch, or the one of what waits. */
export function notePush(audit: Pick<AuditLog, 'write'>, { landed, username, caller }: Push): void {
  for (const { ref, from, to } of landed) {
    audit.write({
      eventType: 'update',
      resourceType: 'content',
      resourceId: null,
      sessionId: null,
      ...caller,
      details: { by: 'git', user: username, branch: ref.replace(/^refs\/heads\//, ''), from, to },
    });
  }
}
