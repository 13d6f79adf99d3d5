import { createBreathing } from '#content/git/concurrency.ts';
import { readCheckedFile, writeCheckedFile } from '#content/git/state-file.ts';
import { createPathIndex, type IndexedChange, type IndexedCommit, type PathIndex } from './path-index.ts';

/** Raised whenever what is followed, or the form of a line, changes: older files are then made anew. */
const VERSION = 2;
const KIND = `encrier-history ${VERSION}`;

/**
 * A path index in a file: the number of commits, the commits, then the changes of each path. Whatever is wrong with the file,
 * `load` answers null and the caller builds the index again.
 */
export function createPathIndexFile(file: string) {
  return {
    async load(): Promise<PathIndex | null> {
      const body = await readCheckedFile(file, KIND);
      return body === null ? null : decoded(body);
    },
    async save(index: PathIndex): Promise<void> {
      await writeCheckedFile(file, KIND, await encoded(index));
    },
  };
}

/** Taken at one moment: the index may grow while the lines are made into bytes. */
async function encoded(index: PathIndex): Promise<Buffer> {
  const { commits, changes } = index.state();
  const count = commits.length;
  const paths = [...changes.keys()];
  const breathe = createBreathing();
  const lines = [String(count), ...commits.slice(0, count).map(lineOfCommit)];
  for (const path of paths) {
    const known = (changes.get(path) ?? []).filter(({ number }) => number < count);
    const words = known.map(({ number, blobId }) => `${number} ${blobId ?? '-'}`);
    if (words.length > 0) lines.push(`${JSON.stringify(path)} ${words.join(' ')}`);
    await breathe();
  }
  return Buffer.from(lines.join('\n'));
}

async function decoded(body: Buffer): Promise<PathIndex> {
  const breathe = createBreathing();
  const [count = '0', ...lines] = body.toString('utf8').split('\n');
  const commits: IndexedCommit[] = [];
  const changes = new Map<string, readonly IndexedChange[]>();
  for (const line of lines) {
    const pause = breathe();
    if (pause !== undefined) await pause;
    if (commits.length < Number(count)) commits.push(commitOfLine(line));
    else changes.set(...changesOfLine(line));
  }
  return createPathIndex({ commits, changes });
}

function lineOfCommit({ commit, seconds, isWaiting, from, parents }: IndexedCommit): string {
  return [commit, seconds, isWaiting ? 'w' : '-', from ?? '-', ...parents].join(' ');
}

function commitOfLine(line: string): IndexedCommit {
  const [commit = '', seconds, waits, from = '-', ...parents] = line.split(' ');
  return {
    commit,
    seconds: Number(seconds),
    isWaiting: waits === 'w',
    from: from === '-' ? null : from,
    parents: parents.map(Number),
  };
}

function changesOfLine(line: string): [path: string, changes: readonly IndexedChange[]] {
  const end = line.lastIndexOf('"') + 1;
  const words = line.slice(end + 1).split(' ');
  const changes: IndexedChange[] = [];
  for (let at = 0; at + 1 < words.length; at += 2) {
    const blobId = words[at + 1] ?? '-';
    changes.push({ number: Number(words[at]), blobId: blobId === '-' ? null : blobId });
  }
  return [String(JSON.parse(line.slice(0, end))), changes];
}
