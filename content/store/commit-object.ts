import { ContentError } from '../model/errors.ts';
import { isObjectId } from './objects/object-id.ts';
import { formatSignature, parseSignature, type Signature } from './signature.ts';

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
 * the platform knows it. Throws ContentError 'corrupt' when there is no tree, or an id is none.
 */
export function parseCommit(id: string, bytes: Buffer): Commit {
  const end = bytes.indexOf('\n\n');
  const headBytes = end < 0 ? bytes : bytes.subarray(0, end);
  const encoding = /^encoding (.+)$/m.exec(headBytes.toString('latin1'))?.[1] ?? 'utf-8';
  const headers = parseHeaders(decode(headBytes, encoding));
  const [tree = ''] = valuesOf(headers, 'tree');
  const parents = valuesOf(headers, 'parent');
  if (![tree, ...parents].every(isObjectId)) throw new ContentError('corrupt', { what: `commit ${id}` });
  return {
    id,
    tree,
    parents,
    author: parseSignature(valuesOf(headers, 'author')[0] ?? ''),
    committer: parseSignature(valuesOf(headers, 'committer')[0] ?? ''),
    message: end < 0 ? '' : decode(bytes.subarray(end + 2), encoding),
  };
}

interface Header {
  readonly name: string;
  readonly value: string;
}

/** Lines that begin with a space continue the header before them: they are no headers of their own. */
function parseHeaders(head: string): readonly Header[] {
  return head
    .split('\n')
    .filter((line) => !line.startsWith(' '))
    .map((line) => {
      const space = line.indexOf(' ');
      return { name: line.slice(0, space), value: line.slice(space + 1) };
    });
}

function valuesOf(headers: readonly Header[], name: string): readonly string[] {
  return headers.filter((header) => header.name === name).map((header) => header.value);
}

function decode(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof RangeError) return bytes.toString();
    throw error;
  }
}
