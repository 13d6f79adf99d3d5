import { appendFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { createObjectStore } from '#content/git/objects/objects.ts';
import { listRefs, readRef } from '#content/git/refs/refs.ts';
import { checkPush, MOVED, parseUpdates } from './check-push.ts';

/** What the server tells this program, beside what git tells every hook. */
const BRANCH = 'ENCRIER_BRANCH';
const WORK_BRANCH = 'ENCRIER_WORK_BRANCH';
const REPORT = 'ENCRIER_REPORT';

/**
 * Our pre-receive hook: git starts it in the repository while what was pushed is in quarantine, shows the pusher what it
 * prints, and takes nothing over unless it ends with 0. Anything unexpected refuses the push.
 */
async function main(): Promise<number> {
  const { [BRANCH]: branch, [WORK_BRANCH]: workBranch, [REPORT]: report } = process.env;
  const { GIT_QUARANTINE_PATH: quarantine } = process.env;
  if (process.argv.includes('--probe')) {
    process.stdout.write('encrier\n');
    return 0;
  }
  if (branch === undefined || workBranch === undefined || report === undefined) return 1;
  const updates = parseUpdates(await text(process.stdin));
  const gitDir = process.cwd();
  const objects = createObjectStore({ gitDir, quarantine });
  try {
    const known = [...(await listRefs(gitDir, 'refs/heads/')).values()];
    const current = (ref: string) => readRef(gitDir, ref);
    const refusals = await checkPush({ branch, workBranch, updates, objects, known, current });
    if (refusals.length > 0) {
      say(['Encrier refuse cet envoi, rien n’a été changé\u00a0:', ...refusals.map((line) => `  - ${line}`)]);
      if (refusals.includes(MOVED)) appendFileSync(report, JSON.stringify(updates));
      return 1;
    }
    appendFileSync(report, JSON.stringify(updates));
    return 0;
  } finally {
    objects.close();
  }
}

function say(lines: readonly string[]): void {
  process.stderr.write(`${lines.join('\n')}\n`);
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    say([
      'Encrier n’a pas pu vérifier cet envoi\u00a0: il est refusé.',
      error instanceof Error ? error.name : '',
    ]);
    process.exitCode = 1;
  },
);
