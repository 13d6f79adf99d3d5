import type { Person } from '#content/model/change-set.ts';
import { ContentError } from '#content/model/errors.ts';
import { parisZone } from '#content/model/paris-time.ts';
import { isObjectId } from './objects/object-id.ts';

export interface Commit {
  readonly id: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

/**
 * The bytes of a commit object. The message gets its final newline and loses NULs, which git does not allow.
 */
export function formatCommit(commit: Omit<Commit, 'id'>): Buffer {
  const message = commit.message.replaceAll('\0', '');
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${formatSignature(commit.author)}`,
    `committer ${formatSignature(commit.committer)}`,
    '',
    message.endsWith('\n') ? message : `${message}\n`,
  ];
  return Buffer.from(lines.join('\n'));
}

/**
 * Reads a commit object. Headers it does not use (gpgsig, mergetag, …) are passed over; `encoding` is honoured when
 * the platform knows it. Throws ContentError 'corrupt' where git does: when it does not begin with a tree and its parents.
 */
export function parseCommit(id: string, bytes: Buffer): Commit {
  const end = bytes.indexOf('\n\n');
  const headBytes = end < 0 ? bytes : bytes.subarray(0, end);
  const encoding = /^encoding (.+)$/m.exec(headBytes.toString('latin1'))?.[1] ?? 'utf-8';
  const links = parseLinks(headBytes.toString('latin1'));
  if (links === null) throw new ContentError('corrupt', { what: `commit ${id}` });
  const head = decode(headBytes, encoding);
  return {
    id,
    ...links,
    author: parseSignature(headerOf(head, 'author')),
    committer: parseSignature(headerOf(head, 'committer')),
    message: end < 0 ? '' : decode(bytes.subarray(end + 2), encoding),
  };
}

/** The tree and the parents are the first lines, in whatever encoding the others are. Null when they are not. */
function parseLinks(head: string): Pick<Commit, 'tree' | 'parents'> | null {
  const [first = '', ...others] = head.split('\n');
  const end = others.findIndex((line) => !line.startsWith('parent '));
  const parents = others
    .slice(0, end === -1 ? others.length : end)
    .map((line) => line.slice('parent '.length));
  const ids = [first.slice('tree '.length), ...parents].map((text) => text.toLowerCase());
  if (!first.startsWith('tree ') || !ids.every(isObjectId)) return null;
  const [tree = '', ...rest] = ids;
  return { tree, parents: rest };
}

/** The first header of this name, '' when there is none: lines that continue another one begin with a space. */
function headerOf(head: string, name: string): string {
  const line = head.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return line?.slice(name.length + 1) ?? '';
}

function decode(bytes: Buffer, encoding: string): string {
  try {
    // A name of it that git knows, and the platform does not.
    const label = encoding.replace(/^latin-1$/i, 'latin1');
    return new TextDecoder(label, { ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) return bytes.toString();
    throw error;
  }
}

/** Whether a commit says that it is of the work branch: it follows what is published, and is not (docs/design.md, Two branches). */
export function isWaitingCommit({ message }: Pick<Commit, 'message'>): boolean {
  return /^Encrier-Waits: true$/m.test(message);
}

/** The commit of the work branch whose texts a commit published, as it says; null where it says none. */
export function publishedFrom({ message }: Pick<Commit, 'message'>): string | null {
  return /^Encrier-From: ([0-9a-f]{40})$/m.exec(message)?.[1] ?? null;
}

/** Who did something and when, as commits and reflogs state it. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  /** Seconds since 1970. */
  readonly seconds: number;
  /** Offset from UTC: +0200. */
  readonly zone: string;
}

/** Stands for a name of which nothing is left once cleaned: git refuses commits without one. */
const NO_NAME = 'Anonyme';
/** Characters git does not allow in a name or an address. */
const FORBIDDEN = /[\p{Cc}<>]/gu;

/** `person` at `moment`, in the time of Paris. */
export function signatureOf(person: Person, moment: Date): Signature {
  return {
    name: person.name,
    email: person.email,
    seconds: Math.floor(moment.getTime() / 1000),
    zone: parisZone(moment),
  };
}

/** `Name <email> seconds zone`; what git would refuse in a name or an address is left out. */
export function formatSignature({ name, email, seconds, zone }: Signature): string {
  const cleanName = name.replace(FORBIDDEN, ' ').replace(/\s+/g, ' ').trim();
  return `${cleanName === '' ? NO_NAME : cleanName} <${email.replace(FORBIDDEN, '').trim()}> ${seconds} ${zone}`;
}

/** Seconds that a date can be made of. */
const LATEST = 8.64e12;

/** Reads what {@link formatSignature} writes. Old programs wrote odd lines: what is missing is 1970, UTC or empty, and the moment follows the last `>`. */
function parseSignature(line: string): Signature {
  const [, name = line, email = '', stated = '0', zone = '+0000'] =
    /^([^<]*)<([^>]*)>(?:.*>)?(?: (-?[0-9]+)(?: ([+-][0-9]{4}))?)?/.exec(line) ?? [];
  const seconds = Number(stated);
  return { name: name.replace(/ $/, ''), email, seconds: Math.abs(seconds) <= LATEST ? seconds : 0, zone };
}
