import { existsSync } from 'node:fs';
import { readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { callGit, type GitEnd, type GitProgress } from '#content/git/git-program.ts';
import { DEFAULT_MAX_OBJECT_BYTES } from '#content/git/objects/objects.ts';
import { ContentError, hasCode } from '#content/model/errors.ts';
import type { Advertised } from './advertisement.ts';
import { remoteError } from './http-exchange.ts';
import { checkCommits, inQuarantine, type Quarantine } from './quarantine.ts';
import {
  commitsHere,
  createTalk,
  type RefUpdate,
  type Relay,
  refusalFault,
  type Transport,
  type TransportOptions,
  withRelay,
} from './transport.ts';

/** core.fsync, on which the settings of our repositories rely, is of 2.36. */
const OLDEST = [2, 36] as const;
/** The progress of hours, and what the other side says: it is in memory, and whoever speaks on and on is not listened to, in bytes. */
const MOST_SAID = 4 * 1024 * 1024;
/**
 * What git complains of in old histories that does no harm (git-fsck(1)): dates and names of people, modes with a zero, bytes of
 * zero in messages, names out of order, lines of .gitattributes that it does without. One that is too old to know of it says so.
 */
const HARMLESS = [
  'badDate',
  'badDateOverflow',
  'badEmail',
  'badName',
  'badTimezone',
  'gitattributesLarge',
  'gitattributesLineLength',
  'missingEmail',
  'missingNameBeforeEmail',
  'missingSpaceBeforeDate',
  'missingSpaceBeforeEmail',
  'multipleAuthors',
  'nulInCommit',
  'treeNotSorted',
  'zeroPaddedDate',
  'zeroPaddedFilemode',
];

/**
 * The settings of a quarantine. No program is run but git's own, nothing is asked of anybody, packs are checked and kept as they
 * are. A push is sent in one piece, with its length, up to 64 MB: not every server takes it otherwise.
 */
const SETTINGS = `[core]
	hooksPath = /dev/null
	fsmonitor = false
	fsync = none
	commitGraph = false
	alternateRefsCommand = :
	bigFileThreshold = ${4 * DEFAULT_MAX_OBJECT_BYTES}
[gc]
	auto = 0
[maintenance]
	auto = false
[protocol]
	version = 0
	allow = never
[protocol "http"]
	allow = always
[http]
	followRedirects = false
	postBuffer = ${64 * 1024 * 1024}
[credential]
	helper =
[fetch]
	fsckObjects = true
	unpackLimit = 1
	writeCommitGraph = false
[pack]
	writeReverseIndex = false
[fetch "fsck"]
${HARMLESS.map((name) => `\t${name} = ignore\n`).join('')}`;

const CLONE = ['clone', '--mirror', '--no-local', '--template=', '--progress'];
const FETCH = [
  'fetch',
  '--no-tags',
  '--no-write-fetch-head',
  '--no-recurse-submodules',
  '--no-auto-maintenance',
];
const PUSH = ['push', '--porcelain', '--no-verify', '--no-signed', '--no-recurse-submodules'];

/** Fetches and pushes by the git program, in a quarantine and through a relay. */
export const gitTransport: Transport = {
  async fetch(options, there, { refs, known }) {
    const here = await commitsHere(options.objects, known);
    const progress = readProgress(options);
    // A clone sees while it indexes that a pack is whole; a fetch walks through all of its history for that.
    const isClone = here.length === 0;
    const wanted = [...refs.keys()].map((ref, at) => `${ref}:refs/there/${at}`);
    await inGit(options, { there, refs, known: here }, async ({ quarantine, address, run }) => {
      const cloned = path.join(quarantine.gitDir, 'clone');
      const args = isClone ? [...CLONE, address, cloned] : [...FETCH, '--progress', 'origin', ...wanted];
      const end = await run(args, progress.said);
      if (end.code !== 0) throw fetchFailure(end.stderr.toString());
      if (isClone) await moveFiles(path.join(cloned, 'objects', 'pack'), quarantine.packs);
      await checkCommits(quarantine, refs.values());
      progress.end();
      await quarantine.land(options.objects);
    });
  },
  push: (options, there, update) =>
    push({ ...options, onProgress: addedUp(options.onProgress) }, there, update),
};

/** What is told of one piece after the other, as of one. */
function addedUp(onProgress: TransportOptions['onProgress']): TransportOptions['onProgress'] {
  let [before, last] = [0, 0];
  return (progress) => {
    if (progress.done < last) before += last;
    last = progress.done;
    onProgress({ ...progress, done: before + last });
  };
}

/** Much at once is sent commit by commit, in halves: each arrives for good, and no door takes any amount in one. */
async function push(options: TransportOptions, there: Advertised, update: RefUpdate): Promise<void> {
  const { ref, from, to } = update;
  const refs = new Map(there.refs);
  if (from === null) refs.delete(ref);
  else refs.set(ref, from);
  const known = await commitsHere(options.objects, refs.values());
  const half = await inGit(options, { there, refs, known }, async ({ run }) => {
    const middleOver = (mostBytes: number) => halfway({ ...update, known, run, mostBytes });
    // A whole history is counted only where it was too much: that takes as long as to pack it.
    const isAll = known.length === 0;
    const middle = isAll ? null : await middleOver(options.mostPushed);
    if (middle !== null) return middle;
    try {
      const end = await run([...PUSH, 'origin', `${to}:${ref}`]);
      if (end.code !== 0) throw pushFailure(end);
      return null;
    } catch (error) {
      const isTooMuch = isAll && hasCode(error, 'remote') && error.data.fault === 'too-large';
      const first = isTooMuch ? await middleOver(0) : null;
      if (first === null) throw error;
      return first;
    }
  });
  if (half === null) return;
  await push(options, there, { ref, from, to: half });
  await push(options, there, { ref, from: half, to });
}

interface Sending extends RefUpdate, Pick<Within, 'run'> {
  readonly known: readonly string[];
  readonly mostBytes: number;
}

/** A commit in the middle of those that are new there, where all of them are more than may go at once; null for what goes as it is. */
async function halfway({ from, to, known, run, mostBytes }: Sending): Promise<string | null> {
  const fresh = [to, ...known.map((id) => `^${id}`)];
  // Only what `from` leads to moves a branch forward.
  const forward = from === null ? fresh : ['--ancestry-path', `${from}..${to}`];
  const steps = (await saidBy(run, ['rev-list', '--topo-order', ...forward])).split('\n');
  const middle = steps[Math.ceil(steps.length / 2)];
  if (middle === undefined || steps.length < 2) return null;
  return Number(await saidBy(run, ['rev-list', '--objects', '--disk-usage', ...fresh])) > mostBytes
    ? middle
    : null;
}

async function saidBy(run: Within['run'], args: readonly string[]): Promise<string> {
  const end = await run(args);
  if (end.code !== 0) throw pushFailure(end);
  return end.stdout.toString().trim();
}

async function moveFiles(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) await rename(path.join(from, name), path.join(to, name));
}

type Ended = Extract<GitEnd, { readonly kind: 'ended' }>;

interface Shown {
  readonly there: Advertised;
  /** What git sees of the refs there. */
  readonly refs: ReadonlyMap<string, string>;
  readonly known: readonly string[];
}

interface Within {
  readonly quarantine: Quarantine;
  /** The remote's, as git sees it: `origin` to a fetch and a push. */
  readonly address: string;
  /** Throws what fails between us and the remote; how git ended otherwise, it answers. */
  readonly run: (args: readonly string[], onProgress?: (progress: GitProgress) => void) => Promise<Ended>;
}

function inGit<Value>(
  options: TransportOptions,
  { there, refs, known }: Shown,
  work: (within: Within) => Promise<Value>,
): Promise<Value> {
  const talk = createTalk(options, there, refs);
  return inQuarantine({ gitDir: options.gitDir, known }, (quarantine) =>
    withRelay(talk, async (relay) => {
      const folder = quarantine.gitDir;
      await writeFile(path.join(folder, 'settings'), SETTINGS);
      const { signal } = options.http;
      const how = {
        env: environment(quarantine, relay),
        signal,
        longestMs: 0,
        mostBytes: MOST_SAID,
        input: '',
      };
      const run: Within['run'] = async (args, onProgress = () => undefined) => {
        const end = await callGit(['-C', folder, ...args], { ...how, onProgress });
        const isWell = end.kind === 'ended' && end.code === 0;
        const failure = isWell || signal?.aborted === true ? null : talk.failure();
        if (failure !== null) throw failure;
        if (end.kind === 'too-much-output') throw remoteError('too-large');
        if (end.kind !== 'ended') throw remoteError('offline', { cause: signal?.reason ?? end.kind });
        return end;
      };
      return work({ quarantine, address: relay.url, run });
    }),
  );
}

/** Nothing of ours but where programs are; git asks nobody, and takes no object that is too large to be read. */
function environment({ gitDir }: Quarantine, { url, header }: Relay): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH ?? '',
    HOME: gitDir,
    XDG_CONFIG_HOME: gitDir,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CONFIG_GLOBAL: path.join(gitDir, 'settings'),
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'http.extraHeader',
    GIT_CONFIG_VALUE_0: header,
    GIT_CONFIG_KEY_1: 'remote.origin.url',
    GIT_CONFIG_VALUE_1: url,
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOC_LIMIT: String(DEFAULT_MAX_OBJECT_BYTES + 1024),
    LC_ALL: 'C',
  };
}

/** What git says of its progress as ours: each object is checked as it comes, but for those it has to put together. */
function readProgress({ onProgress }: TransportOptions) {
  let total = 0;
  return {
    said(progress: GitProgress): void {
      if (progress.step === 'Receiving objects') ({ total } = progress);
      if (progress.step === 'Resolving deltas')
        onProgress({ step: 'check', done: Math.max(0, total - progress.total + progress.done), total });
    },
    end: () => onProgress({ step: 'check', done: total, total }),
  };
}

/** What a fetch says that failed though the network did not. */
function fetchFailure(said: string): Error {
  const cause = new Error(said.slice(-2000));
  if (/no space left|quota exceeded/i.test(said)) return new ContentError('disk-full', {}, { cause });
  if (/over limit [0-9]+/.test(said)) return remoteError('too-large', { cause });
  return remoteError(/remote error:/.test(said) ? 'rejected' : 'corrupt', { cause });
}

/** What a push says that was not taken (git-push(1), Output): the reason, what the other side told its user, what is lost here. */
function pushFailure({ stdout, stderr }: Ended): Error {
  const [printed, said] = [stdout.toString(), stderr.toString()];
  const [, reason] = /^!\t[^\t]*\t(.*)$/m.exec(printed) ?? [];
  const cause = new Error(`${reason ?? ''}\n${said.slice(-2000)}`.trim());
  if (reason !== undefined) return remoteError(refusalFault(reason), { cause });
  const lost = /(?:unable to read|bad object|bad tree object|missing) ([0-9a-f]{40})/.exec(said)?.[1];
  if (lost !== undefined) return new ContentError('corrupt', { what: lost }, { cause });
  const isCut = /hung up|unexpected disconnect/.test(said) && !/pack-objects/.test(said);
  return remoteError(isCut ? 'offline' : 'corrupt', { cause });
}

/** The PATH by which such a program was found: one that is there is there for good, and one that is not may come. */
let foundBy: string | undefined;

/** Whether there is a git program that is not too old, and has the part that speaks HTTP (some systems package it apart). */
export async function hasGitTransport(): Promise<boolean> {
  const { PATH } = process.env;
  if (foundBy !== undefined && foundBy === PATH) return true;
  const isThere = await findGitTransport();
  if (isThere) foundBy = PATH;
  return isThere;
}

async function findGitTransport(): Promise<boolean> {
  const version = await told(['version']);
  const [major, minor] = /^git version ([0-9]+)\.([0-9]+)/.exec(version)?.slice(1).map(Number) ?? [];
  if (major === undefined || minor === undefined) return false;
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) return false;
  const name = process.platform === 'win32' ? 'git-remote-http.exe' : 'git-remote-http';
  return existsSync(path.join(await told(['--exec-path']), name));
}

async function told(args: readonly string[]): Promise<string> {
  const end = await callGit(args);
  return end.kind === 'ended' && end.code === 0 ? end.stdout.toString().trim() : '';
}
