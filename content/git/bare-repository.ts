import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureFolderDurably, writeFilesDurably } from './durable-fs.ts';

/**
 * - fsync: by default git does not sync loose objects (docs/design.md, How objects are written).
 * - receive: what is pushed is checked; history is never rewritten nor the branch removed (SECURITY.md).
 * - gc: git never cleans up by itself beside our writes; maintenance is Encrier's to start. Reflogs never expire:
 *   recovery restores a branch from them.
 */
const config = (kind: NewRepository['kind']): string => `[core]
	repositoryformatversion = 0
	filemode = ${process.platform !== 'win32'}
	bare = ${kind === 'bare'}
	ignorecase = ${kind === 'clone' && ['win32', 'darwin'].includes(process.platform)}
	logAllRefUpdates = true
	fsync = all
[receive]
	fsckObjects = true
	denyNonFastForwards = true
	denyDeletes = true
	autogc = false
[gc]
	auto = 0
	reflogExpire = never
	reflogExpireUnreachable = never
`;

/** Makes an empty bare repository; {@link initRepository} says what is promised. */
export async function initBareRepository(gitDir: string, branch: string): Promise<void> {
  await initRepository({ gitDir, branch, kind: 'bare', excluded: '' });
}

export interface NewRepository {
  readonly gitDir: string;
  readonly branch: string;
  /** Whether there are files beside it. */
  readonly kind: 'bare' | 'clone';
  /** Patterns of files that git does not see (gitignore(5)). */
  readonly excluded: string;
}

/**
 * Makes an empty repository that git accepts, on disk when this returns. One that was begun is finished, one that is
 * there is left as it is: only what is missing is made, HEAD last, and never a ref.
 */
export async function initRepository({ gitDir, branch, kind, excluded }: NewRepository): Promise<void> {
  for (const folder of ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info']) {
    await ensureFolderDurably(path.join(gitDir, folder));
  }
  await writeIfMissing(path.join(gitDir, 'config'), config(kind));
  if (excluded !== '') await writeIfMissing(path.join(gitDir, 'info', 'exclude'), excluded);
  await writeIfMissing(path.join(gitDir, 'HEAD'), `ref: refs/heads/${branch}\n`);
}

async function writeIfMissing(file: string, text: string): Promise<void> {
  if (!existsSync(file)) await writeFilesDurably([{ path: file, bytes: Buffer.from(text) }]);
}
