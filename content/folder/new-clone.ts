import path from 'node:path';
import { initRepository } from '#content/git/bare-repository.ts';
import { ensureFolderDurably } from '#content/git/durable-fs.ts';

/** What other programs keep in the folder and nobody publishes; git and the author see none of it. */
const EXCLUDED = '.obsidian/\n.trash/\n.DS_Store\nThumbs.db\ndesktop.ini\n';

/**
 * Makes a repository with files in a folder: empty, without a commit, with the settings of every repository of Encrier.
 * One that was begun is finished, one that is there is left as it is. Answers its git folder.
 */
export async function initClone(folder: string, branch: string): Promise<string> {
  const gitDir = path.join(folder, '.git');
  await ensureFolderDurably(gitDir);
  await initRepository({ gitDir, branch, kind: 'clone', excluded: EXCLUDED });
  return gitDir;
}
