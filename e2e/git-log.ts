import { execFileSync } from 'node:child_process';
import { cleanGitEnvironment } from '#content/testing/temporary-repository.ts';

/** The last commit of a site, as its operator reads it; `lines` are those it took away and added. */
export function lastCommit(repository: string): {
  readonly author: string;
  readonly subject: string;
  readonly lines: readonly string[];
} {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: repository, env: cleanGitEnvironment() }).toString();
  const [author = '', subject = ''] = git('log', '-1', '--format=%an%n%s', 'main').split('\n');
  const lines = git('show', '--format=', '--unified=0', 'main')
    .split('\n')
    .filter((line) => /^[+-](?![+-]{2} )/.test(line));
  return { author, subject, lines };
}
