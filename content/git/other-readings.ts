import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Trouble } from '#content/model/trouble.ts';
import { configValue, parseConfig } from './config.ts';
import { isSystemError } from './system-error.ts';

/** What the git program makes of a repository and Encrier does not, told as long as it is so. */
export function otherReadings(gitDir: string, branch: string): readonly Trouble[] {
  return [
    ...(isReplaced(gitDir) ? [REPLACED] : []),
    ...(isPartial(gitDir) ? [PARTIAL] : []),
    ...(isOpenElsewhere(gitDir, branch) ? [openElsewhere(branch)] : []),
    ...(isShut(gitDir) ? [SHUT] : []),
  ];
}

const REPLACED: Trouble = {
  code: 'replaced-objects',
  reason:
    'Ce dépôt dit à git de lire certains objets à la place d’autres («\u00a0git replace\u00a0», ou info/grafts)\u00a0: Encrier lit ceux d’origine, que les clones et les envois emportent seuls. Ce que git montre ici peut donc différer du site.',
  remedy:
    'Pour que tous lisent la même chose, retirez ces remplacements («\u00a0git replace --delete\u00a0», ou le fichier info/grafts), ou récrivez l’historique d’après eux («\u00a0git filter-repo\u00a0»).',
};

export const PARTIAL: Trouble = {
  code: 'partial-clone',
  reason:
    'Ce dépôt est un clone partiel («\u00a0git clone --filter\u00a0»)\u00a0: git va chercher ce qui y manque au moment de le lire, Encrier non. Il n’y lit, n’y compare et n’y rétablit que ce qui est là.',
  remedy: 'Clonez-le de nouveau, sans «\u00a0--filter\u00a0».',
};

const SHUT: Trouble = {
  code: 'shared-repository',
  reason:
    'Plusieurs comptes doivent pouvoir écrire dans ce dépôt (core.sharedRepository), mais les dossiers qu’Encrier y a faits ne sont ouverts qu’au sien\u00a0: un «\u00a0git push\u00a0» ou un «\u00a0git commit\u00a0» d’un autre compte peut y être refusé.',
  remedy:
    'Lancez Encrier avec le masque 0002 («\u00a0UMask=0002\u00a0» dans systemd), puis ouvrez ce qui est là par «\u00a0chmod -R g+w\u00a0».',
};

function openElsewhere(branch: string): Trouble {
  const name = `«\u00a0${branch}\u00a0»`;
  return {
    code: 'branch-open-elsewhere',
    reason: `La branche ${name} est ouverte dans un autre dossier de ce dépôt (git worktree)\u00a0: Encrier la fait avancer, et les fichiers de ce dossier-là n’en savent rien. Un «\u00a0git commit\u00a0» y déferait ce qui a été publié depuis.`,
    remedy:
      'Fermez ce dossier par «\u00a0git worktree remove\u00a0», ou quittez-y la branche par «\u00a0git switch --detach\u00a0».',
  };
}

/** git-replace(1); grafts are what git had before (gitrepository-layout(5)). */
function isReplaced(gitDir: string): boolean {
  return (
    namesIn(path.join(gitDir, 'refs/replace')).length > 0 ||
    / refs\/replace\//.test(textOf(path.join(gitDir, 'packed-refs'))) ||
    /^[0-9a-f]{40}/m.test(textOf(path.join(gitDir, 'info/grafts')))
  );
}

/** Whether objects may be missing that a remote promised (gitrepository-layout(5), partial clones). */
export function isPartial(gitDir: string): boolean {
  return parseConfig(textOf(path.join(gitDir, 'config'))).some(
    ({ section, key, value }) =>
      (section === 'extensions' && key === 'partialclone') ||
      (section.startsWith('remote.') && key === 'promisor' && !/^(?:false|no|off|0|)$/i.test(value)),
  );
}

/** Whether git is to open the repository to others (git-config(1), core.sharedRepository), and a folder of its objects is shut to them. */
function isShut(gitDir: string): boolean {
  const config = textOf(path.join(gitDir, 'config'));
  const shared = configValue(config, { section: 'core', key: 'sharedRepository' }) ?? '';
  if (!/^(?:1|2|group|true|all|world|everybody|0[0-7]{3})$/i.test(shared)) return false;
  const objects = path.join(gitDir, 'objects');
  return namesIn(objects).some(
    (name) => /^[0-9a-f]{2}$/.test(name) && !mayGroupWrite(path.join(objects, name)),
  );
}

function mayGroupWrite(folder: string): boolean {
  return ((statSync(folder, { throwIfNoEntry: false })?.mode ?? GROUP_WRITES) & GROUP_WRITES) !== 0;
}
const GROUP_WRITES = 0o020;

/** Whether another folder of the repository, which is there, has the branch open (gitrepository-layout(5), worktrees): git opens none twice. */
export function isOpenElsewhere(gitDir: string, branch: string): boolean {
  const all = path.join(gitDir, 'worktrees');
  return namesIn(all).some((name) => {
    const [head, place = ''] = ['HEAD', 'gitdir'].map((file) => textOf(path.join(all, name, file)).trim());
    // Relative to where it is written (git-worktree(1), --relative-paths).
    return head === `ref: refs/heads/${branch}` && existsSync(path.resolve(all, name, place));
  });
}

function namesIn(folder: string): readonly string[] {
  return unlessAbsent(() => readdirSync(folder), []);
}

/** What a file holds now; '' where there is none. */
export function textOf(file: string): string {
  return unlessAbsent(() => readFileSync(file, 'utf8'), '');
}

function unlessAbsent<Value>(read: () => Value, absent: Value): Value {
  try {
    return read();
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return absent;
    throw error;
  }
}
