import { randomBytes } from 'node:crypto';
import { chown, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ensureFolderDurably, writeFilesDurably } from '#content/git/durable-fs.ts';
import { readStateFile } from '#content/git/state-file.ts';
import type { ContentError } from '#content/model/errors.ts';

/** Permissions of what only the server's own account may read. */
const PRIVATE_MODE = 0o600;

/** Writes a text whole and on disk, or not at all, readable by the server's own account only. */
async function writePrivateFile(file: string, text: string): Promise<void> {
  await writeFilesDurably([{ path: file, bytes: Buffer.from(text), mode: PRIVATE_MODE }]);
  await giveToFolderOwner(file);
}

/**
 * Gives what root made to the owner of the folder it is in: an operator's command run as root must not leave files that
 * the server cannot read.
 */
export async function giveToFolderOwner(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dirname(path));
  await chown(path, uid, gid);
}

interface SecretKind {
  readonly shape: RegExp;
  readonly make: () => string;
}

/** 256 random bits. */
const KEY: SecretKind = {
  shape: /^[A-Za-z0-9_-]{43}$/,
  make: () => randomBytes(32).toString('base64url'),
};

interface SecretFile {
  readonly kind?: SecretKind;
  /** What a new secret puts an end to, in French: « chacun se connecte de nouveau ». */
  readonly without: string;
  /** Told in a French sentence that the secret could not be read. */
  readonly say: (sentence: string) => void;
  /** Why nothing may be written, if so. */
  readonly refusal?: ContentError | null;
}

/**
 * The secret kept in a file: made at first use, and again when what is there is none of its kind, which is set aside. One that is made where
 * nothing may be written is this process's own.
 */
export async function readOrMakeSecret(
  file: string,
  { kind = KEY, without, say, refusal = null }: SecretFile,
): Promise<string> {
  const parse = (text: string): string => {
    if (!kind.shape.test(text.trim())) throw new Error('not a secret of ours');
    return text.trim();
  };
  const kept = await readStateFile(file, { parse, without, say });
  if (kept !== null) return kept;
  const made = kind.make();
  if (refusal !== null) return made;
  await ensureFolderDurably(dirname(file));
  await writePrivateFile(file, `${made}\n`);
  return made;
}
