import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import * as z from 'zod';
import { type GitEnd, runGit } from '#content/git/git-program.ts';

/** What is in a backup, beside a note for whoever opens it by hand; each name is a file of the zip. */
export const MANIFEST = 'manifest.json';
export const BUNDLE = 'content.bundle';
/** Where the history of the repository ends, in one that has only the newest part of it (gitrepository-layout(5)): no bundle says so. */
export const SHALLOW = 'shallow';
/** Accounts and audit log. Sessions and secrets stay out: whoever holds a backup signs in like everybody. */
export const STATE = 'state.sqlite';
/** Or, in a backup of form 1, the files that the next start takes over (former-files.ts). */
const DATA_NAME = /^(?:state\.sqlite|users\.json|previews\.json|audit\/[A-Za-z0-9][A-Za-z0-9._-]*)$/;

export const BACKUP_FORMAT = 2;

export const manifestSchema = z.object({
  format: z.number().int().min(1),
  createdAt: z.iso.datetime(),
  branch: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/),
  files: z
    .array(
      z.object({
        name: z.string().refine((name) => [BUNDLE, SHALLOW].includes(name) || DATA_NAME.test(name)),
        bytes: z.number().int().min(0),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(10_000),
});
export type Manifest = z.output<typeof manifestSchema>;

/** The first of these branches that a repository has; null where it has none of them. */
export async function findBranch(gitDir: string, names: readonly string[]): Promise<string | null> {
  for (const name of names)
    if ((await runGit(gitDir, ['rev-parse', '--verify', '--quiet', `refs/heads/${name}`])) !== null)
      return name;
  return null;
}

/** Whether git failed as the disk took no more. */
export function foundNoRoom(end: GitEnd): boolean {
  return (
    end.kind === 'ended' &&
    /No space left on device|Out of diskspace|Disk quota exceeded/.test(String(end.stderr))
  );
}

/** What is to be told of a call of git that did not do what it should: its own last words, or that it was stopped. */
export function saidBy(end: GitEnd): string {
  switch (end.kind) {
    case 'ended': {
      const last =
        end.stderr
          .toString('utf8')
          .trim()
          .split(/[\r\n]/)
          .at(-1) ?? '';
      return last === '' ? '' : ` git dit\u00a0: «\u00a0${last}\u00a0».`;
    }
    case 'timed-out':
      return ' Il a été arrêté\u00a0: cela durait trop longtemps.';
    case 'stopped':
      return ' Il a été arrêté avant la fin.';
    case 'absent':
    case 'too-much-output':
      return '';
  }
}

/** The SHA-256 of a file, read piece by piece. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** For whoever opens a backup by hand. */
export const noteOn = ({ branch }: Manifest): string => `Sauvegarde d’un site Encrier.

content.bundle   tout le dépôt git\u00a0: «\u00a0git clone -b ${branch} content.bundle site\u00a0» en refait un dossier.
state.sqlite     les utilisateurs (mots de passe hachés), leurs mots de passe d’application (hachés),
                 les adresses d’aperçu et le journal\u00a0; «\u00a0sqlite3 state.sqlite\u00a0» l’ouvre.
manifest.json    la liste de ces fichiers, avec leur empreinte SHA-256.

Pour tout remettre en place\u00a0: npm run restore -- CE-FICHIER
`;
