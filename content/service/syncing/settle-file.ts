import { fileIdAt } from '#content/git/tree-differences.ts';
import type { Person } from '../../model/change-set.ts';
import { makeOneCommit } from '../one-commit.ts';
import type { Workspace } from '../workspace.ts';
import { settingsDispute, settingsNameOf } from './disputed-settings.ts';
import type { OpenClash } from './open-clashes.ts';

/** An author's answer: `ours` keeps what is served, `theirs` takes the other side. */
export interface Answer {
  readonly clash: OpenClash;
  readonly keep: 'ours' | 'theirs';
  /** Of settings: the values that are theirs. */
  readonly fields: readonly string[];
  readonly author: Person;
}

/**
 * A file that is no post: theirs as it was, when it is chosen. Of settings that both sides can read, value by value: what one
 * side alone changed is kept of both, whatever is chosen.
 */
export async function settleFile(workspace: Workspace, answer: Answer): Promise<void> {
  const { id, path } = answer.clash;
  await makeOneCommit(workspace, answer.author, async ({ commit }) => {
    const now = await fileIdAt(workspace.objects, { commit, path });
    const bytes = now === null ? null : await chosenFile(workspace, answer, now);
    return {
      changes: bytes === null ? [] : [{ path, bytes }],
      action: { kind: 'take-theirs', path, settles: id },
      value: undefined,
    };
  });
}

/** What the file is to hold; null when it stays as it is. */
async function chosenFile(
  workspace: Workspace,
  { clash, keep, fields }: Answer,
  now: string,
): Promise<Uint8Array | null> {
  const { path, base, theirs } = clash;
  if (theirs === null) return null;
  const other = await workspace.read(theirs.id);
  const whole = keep === 'theirs' ? other : null;
  const name = settingsNameOf(path);
  if (name === null) return whole;
  const ours = await workspace.read(now);
  const start = base === null ? null : await workspace.read(base.id);
  const dispute = settingsDispute(name, { base: start, ours, theirs: other });
  if (dispute === null) return whole;
  const all = dispute.fields.map(({ key }) => key);
  const bytes = dispute.chosen(new Set(keep === 'theirs' ? all : fields));
  return Buffer.compare(bytes, ours) === 0 ? null : bytes;
}
