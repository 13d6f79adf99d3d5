import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Conversion, createConversions, MAX_POINTER_BYTES } from '#content/git/attributes.ts';
import { callGit, type GitRun } from '#content/git/git-program.ts';
import { objectId } from '#content/git/objects/object-id.ts';
import type { ObjectStore } from '#content/git/objects/objects.ts';
import { ifThere } from '#content/git/system-error.ts';
import { ifSound } from '#content/model/errors.ts';
import { type KeptBytes, lookAt } from './disk-file.ts';

/** What the environment says of another repository (`git rev-parse --local-env-vars`); settings are git's everywhere. */
const OF_ANOTHER = /^GIT_(?!CONFIG_)/;

/**
 * What the git program says of a folder, with the settings of whoever works there, and whoever owns it (safe.directory(1)); null where
 * there is none, or it says nothing.
 */
async function askGitOf(
  folder: string,
  args: readonly string[],
  run: Pick<GitRun, 'input'> = {},
): Promise<readonly string[] | null> {
  const ours = Object.entries(process.env).filter(([name]) => !OF_ANOTHER.test(name));
  // What is missing is not fetched: the folder's own settings say by which program.
  const env = { ...Object.fromEntries(ours), GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' };
  const here = ['-C', folder, '--git-dir=.git', '--work-tree=.', '-c', 'core.fsmonitor=false'];
  const end = await callGit([...here, ...args], { ...run, env });
  if (end.kind !== 'ended' || end.code !== 0) return null;
  return end.stdout.toString().split('\0');
}

/** Tells what git converts of the files of a folder, by what its files of attributes say now. */
export async function conversionsIn(folder: string): Promise<(file: string) => Promise<Conversion | null>> {
  const read = async (file: string): Promise<string | null> =>
    lookAt(folder, file).kind === 'file' ? ifThere(readFile(path.join(folder, file), 'utf8'), null) : null;
  return createConversions(read, (await read('.git/info/attributes')) ?? '');
}

/**
 * Tells which bytes git keeps of a file of a folder: without the line ends and the mark `$Id$` that it puts in as it checks out. What is in
 * another encoding, or what Git LFS leaves in place of a pointer, is taken for the blob that git has where it is just that, and else as it
 * is. No program is run that the repository names.
 */
export function createKeptBytes(folder: string, objects: Pick<ObjectStore, 'read'>): KeptBytes {
  return async ({ file, bytes, blob }) => {
    const isBlob = (kept: Buffer): boolean => blob !== null && objectId('blob', kept) === blob;
    if (isBlob(bytes)) return bytes;
    const conversion = await (await conversionsIn(folder))(file);
    const known = async (): Promise<Buffer | null> =>
      blob === null
        ? null
        : ifSound(
            objects.read(blob).then((object) => object.bytes),
            null,
          );
    if (conversion?.kind === 'filter') {
      const pointer = await known();
      const sum = /^oid sha256:([0-9a-f]{64})$/m.exec(
        pointer?.toString('latin1', 0, MAX_POINTER_BYTES) ?? '',
      )?.[1];
      const isPointed = sum === createHash('sha256').update(bytes).digest('hex');
      return isPointed && pointer !== null ? pointer : bytes;
    }
    const text = conversion === null ? bytes : decoded(bytes, conversion.name);
    if (text === null || isBlob(text)) return text ?? bytes;
    const kept = await cleaned(folder, { file, text, known });
    return conversion === null || isBlob(kept) ? kept : bytes;
  };
}

/** Null where it is not of this encoding, or that is none that we know. */
function decoded(bytes: Buffer, encoding: string): Buffer | null {
  const isBigEndian = /^utf-?16$/i.test(encoding) && bytes[0] === 0xfe;
  try {
    const label = isBigEndian ? 'utf-16be' : encoding.replace(/-BOM$/i, '');
    return Buffer.from(new TextDecoder(label, { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}

interface Checked {
  readonly file: string;
  readonly text: Buffer;
  /** What git has of it. */
  readonly known: () => Promise<Buffer | null>;
}

/** What git takes out of a text on its way into the repository (gitattributes(5), text, eol and ident); nothing where there is no git. */
async function cleaned(folder: string, { file, text, known }: Checked): Promise<Buffer> {
  if (!text.includes('\r\n') && !text.includes('$Id:')) return text;
  // Each as path, attribute, value.
  const said = await askGitOf(folder, ['check-attr', '-z', 'text', 'eol', 'ident', '--', file]);
  const [, , kind = 'unset', , , eol = '', , , ident = ''] = said ?? [];
  const marked = text.toString('latin1');
  const unmarked = ident === 'set' ? marked.replaceAll(/\$Id:[^$\n]*\$/g, '$$Id$$') : marked;
  const ends = await lineEnds(folder, { kind, eol });
  const isTaken =
    ends === 'always' || (ends === 'automatic' && isPlain(unmarked) && !hasWindowsEnds(await known()));
  const kept = isTaken ? unmarked.replaceAll('\r\n', '\n') : unmarked;
  return kept === marked ? text : Buffer.from(kept, 'latin1');
}

/** Whether git takes the line ends of Windows out: always, where it finds a text that had none, or never. */
async function lineEnds(
  folder: string,
  { kind, eol }: { readonly kind: string; readonly eol: string },
): Promise<'always' | 'automatic' | 'never'> {
  if (kind === 'unset') return 'never';
  if (kind === 'auto') return 'automatic';
  if (kind === 'set' || eol === 'lf' || eol === 'crlf') return 'always';
  const [setting = 'false'] = (await askGitOf(folder, ['config', '-z', '--get', 'core.autocrlf'])) ?? [];
  return setting === 'false' ? 'never' : 'automatic';
}

/** What git takes for text by itself. */
function isPlain(text: string): boolean {
  return !/\0|\r(?!\n)/.test(text);
}

function hasWindowsEnds(blob: Buffer | null): boolean {
  return blob?.includes('\r\n') === true && isPlain(blob.toString('latin1'));
}

/** Those of the untracked files that git passes over (gitignore(5)); none where there is no git program. */
export async function ignoredIn(folder: string, files: readonly string[]): Promise<ReadonlySet<string>> {
  if (files.length === 0) return new Set();
  const input = files.map((file) => `${file}\0`).join('');
  return new Set(await askGitOf(folder, ['check-ignore', '-z', '--stdin'], { input }));
}

/** Why a file that git converts is left as it is, in French; `behind` where the folder has not what Encrier saved of it. */
export function conversionReason(
  file: string,
  { kind, name }: Conversion,
  folder: 'as-git' | 'behind' = 'as-git',
): string {
  const how =
    kind === 'filter'
      ? `passe par un filtre de git («\u00a0${name}\u00a0», .gitattributes)`
      : `est d’un autre codage dans ce dossier que dans git («\u00a0${name}\u00a0», .gitattributes)`;
  const then =
    folder === 'behind'
      ? `«\u00a0git update-index --no-skip-worktree "${file}"\u00a0» puis «\u00a0git restore "${file}"\u00a0» y mettent le texte enregistré.`
      : 'ce qui y change s’enregistre par «\u00a0git commit\u00a0».';
  return `Ce fichier ${how}, et Encrier n’y touche pas\u00a0: ${then}`;
}

export const IGNORED =
  'Git ignore ce fichier (.gitignore), Encrier aussi\u00a0: il n’est ni gardé ni publié.';
