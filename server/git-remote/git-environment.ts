/** What git may be asked for: `fetch` (clone and pull too) and `push`. */
export type Service = 'fetch' | 'push';

/** A larger push is refused, in bytes: some thousands of pictures. */
export const MAX_PUSH_BYTES = 1024 * 1024 * 1024;
/** What a fetch asks with is only names of objects. */
export const MAX_FETCH_BODY_BYTES = 16 * 1024 * 1024;
export const TOO_LARGE =
  'Cet envoi est trop volumineux\u00a0: 1 Go au plus, en plusieurs fois si nécessaire.\n';
export const CLOSING = 'Le serveur s’arrête\u00a0: réessayez dans un instant.\n';
/** How long a push waits for a save under way, in milliseconds. */
const LOCK_WAIT_MS = 5000;
/** No program has this name: what would start one fails instead. */
const NO_PROGRAM = '/dev/null';

interface ConfigOptions {
  readonly service: Service;
  readonly branch: string;
  readonly workBranch: string;
  readonly hooksFolder: string;
}

/**
 * The settings git works with here, above those of the repository, whose own programs never run: no hook but ours, no
 * file-system monitor, no filter command, no signature program (docs/design.md, Remotes and publishing).
 */
function settings({
  service,
  branch,
  workBranch,
  hooksFolder,
}: ConfigOptions): readonly (readonly [string, string])[] {
  // A branch or tag of another name is not hidden from a push, so that our hook says in French why it is refused.
  const pushed = service === 'push' ? ['!refs/heads/', '!refs/tags/'] : [];
  const hidden = ['refs/', ...pushed, `!refs/heads/${branch}`, `!refs/heads/${workBranch}`];
  return [
    ['safe.directory', '*'],
    ['core.hooksPath', hooksFolder],
    ['core.fsmonitor', 'false'],
    ['core.alternateRefsCommand', 'true'],
    ['core.fsync', 'all'],
    ['core.filesRefLockTimeout', String(LOCK_WAIT_MS)],
    ['core.packedRefsTimeout', String(LOCK_WAIT_MS)],
    ['core.logAllRefUpdates', 'always'],
    ['protocol.allow', 'never'],
    ...hidden.map((pattern) => ['transfer.hideRefs', pattern] as const),
    ['transfer.fsckObjects', 'true'],
    ['transfer.advertiseSID', 'false'],
    ['receive.fsckObjects', 'true'],
    // These our own check refuses, and says so in French; git's default would stop the push before it.
    ...['hasDot', 'hasDotdot', 'hasDotgit', 'emptyName', 'fullPathname'].map(
      (rule) => [`receive.fsck.${rule}`, 'ignore'] as const,
    ),
    ['receive.fsck.skipList', NO_PROGRAM],
    ['receive.denyDeletes', 'true'],
    ['receive.denyNonFastForwards', 'true'],
    ['receive.denyCurrentBranch', 'ignore'],
    ['receive.denyDeleteCurrent', 'refuse'],
    ['receive.maxInputSize', String(MAX_PUSH_BYTES)],
    ['receive.unpackLimit', '100'],
    ['receive.autogc', 'false'],
    ['receive.advertisePushOptions', 'false'],
    ['receive.shallowUpdate', 'false'],
    ['receive.updateServerInfo', 'false'],
    ['uploadpack.allowFilter', 'false'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
    ['pack.threads', '1'],
    ...['gpg.program', 'gpg.openpgp.program', 'gpg.x509.program', 'gpg.ssh.program'].map(
      (name) => [name, NO_PROGRAM] as const,
    ),
  ];
}

/** The same as git reads it from its environment (git-config(1), GIT_CONFIG_COUNT). */
export function configEnvironment(options: ConfigOptions): Readonly<Record<string, string>> {
  const pairs = settings(options);
  return {
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_COUNT: String(pairs.length),
    ...Object.fromEntries(
      pairs.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, key],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
  };
}
