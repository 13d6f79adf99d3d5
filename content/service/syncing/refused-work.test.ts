import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takingIn } from '../../testing/change-sets.ts';
import { postText, testId } from '../../testing/posts.ts';
import { type PostsWorkspace, TEST_CALLER } from '../../testing/posts-workspace.ts';
import { startTwoMachines, type TwoMachines } from '../../testing/two-machines.ts';

const POST = 'posts/2025/a.md';
const BODY = 'Un premier paragraphe.\n\nUn second paragraphe.\n';
const ID = testId(1);
const REF = 'refs/heads/travail';

let machines: TwoMachines;
let upstream: TwoMachines['upstream'];
let here: PostsWorkspace;
let there: PostsWorkspace;

beforeEach(async () => {
  machines = await startTwoMachines({ [POST]: postText(1, 'Titre').replace(/Texte de .*\n$/, BODY) });
  ({ upstream, here, there } = machines);
});

afterEach(async () => {
  for (const place of [here, there, upstream])
    expect(place.git('fsck', '--strict', '--full', '--no-dangling')).toBe('');
  await machines.close();
});

const sync: TwoMachines['sync'] = (place, role) => machines.sync(place, role);
const keep = (place: PostsWorkspace, edit: object) =>
  place.posts.savePendingVersion({ id: ID, ...edit }, TEST_CALLER);
const refOf = (place: Pick<PostsWorkspace, 'git'>): string =>
  place.git('for-each-ref', '--format=%(objectname)', REF);
/** What an operator sees waiting there. */
const waits = (place: Pick<PostsWorkspace, 'git'>): string =>
  place.git('diff', '--name-only', 'main...travail');
const textOf = (place: Pick<PostsWorkspace, 'git'>): string => place.git('show', `${REF}:${POST}`);

/** A version that both have, and the upstream. */
async function share(edit: object): Promise<string> {
  await keep(here, edit);
  await sync(here);
  await sync(there);
  return refOf(here);
}

/** Has the upstream refuse what `sees` ($old, $new) finds something in, and say so. */
function refuse(sees: string, said: string): void {
  const hook = path.join(upstream.gitDir, 'hooks', 'pre-receive');
  mkdirSync(path.dirname(hook), { recursive: true });
  const refusal = `echo "${said}" >&2; exit 1`;
  writeFileSync(hook, `#!/bin/sh\nwhile read -r old new ref; do if ${sees}; then ${refusal}; fi; done\n`);
  chmodSync(hook, 0o755);
}

describe('pending versions that the upstream refuses', () => {
  it('are sent without a file that the upstream does not take, which is named', async () => {
    await share({ title: 'Un' });
    const said = 'File images/gros.jpg is 123.45 MB; this exceeds the limit';
    refuse('git rev-list --objects "$new" | grep -q images/gros.jpg', said);
    const sent = refOf(here);
    await here.pending.change(TEST_CALLER.author, takingIn({ 'images/gros.jpg': 'gros' }));
    await keep(here, { title: 'Deux' });
    const old = refOf(here);
    const { refusedPending } = await sync(here);
    expect([refusedPending, refOf(upstream), waits(upstream)]).toEqual([null, refOf(here), POST]);
    expect(textOf(upstream)).toContain('title: Deux');
    expect(here.git('merge-base', '--is-ancestor', sent, 'travail')).toBe('');
    const [backup = ''] = machines.backups;
    expect(here.git('rev-parse', backup)).toBe(old);
    expect(await here.pending.leftOut()).toEqual([{ path: 'images/gros.jpg', backup }]);
    expect(here.git('log', '-1', '--format=%s', 'travail')).toBe(
      'Laisser de côté un fichier que le dépôt distant refuse',
    );
    const before = upstream.requests.length;
    await sync(here);
    expect(upstream.requests.slice(before).map(({ method }) => method)).toEqual(['GET']);
  });

  it('stay where the upstream names a text for what it says, and go once the text says it no longer', async () => {
    await share({ title: 'Un' });
    refuse('git log -p --format= "$new" "^$old" | grep -q "^+.*CLEF"', `GH013: a secret in ${POST}:12`);
    await keep(here, { excerpt: 'CLEF' });
    await keep(here, { excerpt: 'Toujours CLEF' });
    expect([(await sync(here)).refusedPending, textOf(here).includes('Toujours CLEF')]).toEqual([
      'refused',
      true,
    ]);
    await keep(here, { excerpt: 'Encore CLEF' });
    expect((await sync(here)).refusedPending).toBe('refused');
    expect([await here.pending.leftOut(), machines.backups]).toEqual([[], []]);
    await keep(here, { excerpt: 'Sans elle' });
    expect([(await sync(here)).refusedPending, refOf(upstream)]).toEqual([null, refOf(here)]);
    expect([textOf(upstream).includes('Sans elle'), machines.backups]).toEqual([true, [expect.any(String)]]);
  });

  it('are not made anew for what is published and the upstream refuses', async () => {
    await share({ title: 'Un' });
    refuse(
      'git rev-list --objects "$new" | grep -q images/gros.jpg',
      'File images/gros.jpg exceeds the limit',
    );
    await here.workspace.change(TEST_CALLER.author, takingIn({ 'images/gros.jpg': 'gros' }));
    await keep(here, { title: 'Deux' });
    for (let round = 0; round < 2; round += 1) await sync(here).catch(() => undefined);
    expect(machines.backups).toEqual([]);
  });

  it('go without what the upstream does not take, where its published branch takes nothing', async () => {
    await share({ title: 'Un' });
    refuse(
      'test "$ref" = refs/heads/main || git rev-list --objects "$new" | grep -q images/gros.jpg',
      'File images/gros.jpg exceeds the limit',
    );
    await here.posts.updatePost({ id: ID, excerpt: 'En ligne.' }, TEST_CALLER);
    await here.pending.change(TEST_CALLER.author, takingIn({ 'images/gros.jpg': 'gros' }));
    for (let round = 0; round < 2; round += 1) await sync(here).catch(() => undefined);
    expect(refOf(upstream)).toBe(refOf(here));
    expect((await here.pending.leftOut()).map(({ path }) => path)).toEqual(['images/gros.jpg']);
  });

  it('does not keep the branch from going when one below its name is there', async () => {
    upstream.git('branch', 'travail/refonte', 'main');
    await keep(here, { title: 'Un' });
    await here.posts.updatePost({ id: ID, excerpt: 'En ligne.' }, TEST_CALLER);
    expect((await sync(here)).refusedPending).toBe('refused');
    expect(upstream.git('rev-parse', 'main')).toBe(here.git('rev-parse', 'main'));
    upstream.git('branch', '-m', 'travail/refonte', 'refonte');
    expect([(await sync(here)).refusedPending, refOf(upstream)]).toEqual([null, refOf(here)]);
  });
});
