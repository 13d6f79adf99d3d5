import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LoopbackFault } from '../../testing/loopback-remote.ts';
import { TEST_CALLER as me } from '../../testing/posts-workspace.ts';
import { createPublishingPlace, DRAFT, ONE, type PublishingPlace } from '../../testing/publishing-place.ts';
import { sentCommit } from '../syncing/tracked.ts';
import { createServedMemory } from './confirmations.ts';

let place: PublishingPlace;
beforeEach(async () => {
  place = await createPublishingPlace();
});
afterEach(async () => {
  expect(await place.close()).toEqual([]);
});

describe('publishing with a network that is cut, and a program that ends', () => {
  it.each<[string, LoopbackFault]>([
    ['before anything is asked', { kind: 'cut' }],
    ['while it is looked at', { kind: 'status', status: 503 }],
    ['before a push', { kind: 'cut-push', when: 'before' }],
    ['in the middle of a push', { kind: 'cut-push', when: 'during' }],
    ['once a push was accepted', { kind: 'cut-push', when: 'after' }],
    ['before it is told there that it waits no longer', { kind: 'cut-push', when: 'before', passing: 1 }],
    ['once that was accepted', { kind: 'cut-push', when: 'after', passing: 1 }],
  ])('never says too much and sends nothing twice when the network is cut %s', async (_, fault) => {
    await place.keep(DRAFT, { isPublished: true });
    await place.exchange();
    const waits = (side: { git(...args: readonly string[]): string }): string =>
      side.git('diff', '--name-only', 'main...travail');
    const tips = (): readonly boolean[] =>
      ['main', 'travail'].map(
        (name) => place.remote.git('rev-parse', name) !== place.desk.git('rev-parse', name),
      );
    expect(waits(place.remote)).not.toBe('');
    await place.publish(DRAFT);
    place.remote.fail(fault);
    place.site.cut(true);
    expect(await place.exchange()).toMatchObject({ code: 'remote' });
    const head = place.desk.git('rev-parse', 'main');
    const isKnownThere = (await sentCommit({ gitDir: place.desk.history.path, branch: 'main' })) === head;
    const said = isKnownThere ? 'sent -' : 'ready publication';
    expect(await place.stage(DRAFT)).toBe(said);

    // The program ends here, and another start knows no more and no less.
    await place.restart();
    await place.publishing().open();
    expect(await place.stage(DRAFT)).toBe(said);
    expect((await place.look()).unsent).toEqual({ articles: isKnownThere ? 0 : 1, pages: 0 });

    const missing = tips();
    const before = place.pushes();
    expect(await place.exchange()).toBeNull();
    expect(place.pushes() - before).toBe(missing.filter((isMissing) => isMissing).length);
    expect(place.remote.git('rev-parse', 'main')).toBe(head);
    expect([waits(place.remote), await place.stage(DRAFT)]).toEqual(['', 'sent -']);

    // Arrived, but the site cannot be asked, or does not serve it yet.
    const after = place.pushes();
    await place.exchange();
    expect([place.pushes() - after, await place.stage(DRAFT)]).toEqual([0, 'sent -']);
    place.site.cut(false);
    place.site.look();
    expect(await place.waitFor(DRAFT, 'live -')).toBe('live -');
    expect(place.remote.git('log', '--format=%s', 'main').match(/Publier/g)).toHaveLength(1);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['published', () => place.publish(DRAFT)],
    ['dropped', () => place.desk.posts.dropPendingVersion({ id: DRAFT }, me)],
    [
      'written on and published',
      async () => {
        await place.keep(DRAFT, { title: 'Brouillon, revu' });
        await place.publish(DRAFT);
      },
    ],
  ])(
    'does not ask again about a version that arrived, unanswered, and was then %s here',
    async (_, finish) => {
      const waited = ['diff', '--name-only', 'main...travail'] as const;
      await place.keep(DRAFT, { isPublished: true });
      place.remote.fail({ kind: 'cut-push', when: 'after' });
      expect(await place.exchange()).toMatchObject({ code: 'remote' });
      expect(place.remote.git(...waited)).not.toBe('');
      await finish();
      expect(await place.exchange()).toBeNull();
      expect([place.desk.git(...waited), place.remote.git(...waited)]).toEqual(['', '']);
      expect((await place.look()).waiting).toEqual([]);
    },
  );

  it.each<[string, LoopbackFault | null]>([
    ['arrived', null],
    ['was not sent', { kind: 'cut' }],
    ['arrived, unanswered', { kind: 'cut-push', when: 'after' }],
    ['may have arrived', { kind: 'cut-push', when: 'before' }],
  ])(
    'restores an article as a draft, which no exchange publishes, when its deletion %s',
    async (_, fault) => {
      const { deskPosts } = place.desk;
      await deskPosts.deletePost({ id: ONE }, me);
      if (fault !== null) place.remote.fail(fault);
      expect(await place.exchange()).toEqual(fault && expect.objectContaining({ code: 'remote' }));
      const [deleted] = await deskPosts.listDeletedPosts({}, me);
      const restored = await deskPosts.restoreDeletedPost({ id: ONE, commit: deleted?.commit ?? '' }, me);
      expect(restored.isPublished).toBe(false);
      expect(await place.exchange()).toBeNull();
      expect(place.remote.git('show', 'main:posts/2025/un.md')).toContain('isPublished: false');
    },
  );

  it('remembers offline what the site confirmed, and nothing it did not', async () => {
    expect(await place.waitFor(ONE, 'live -')).toBe('live -');
    await place.publish(DRAFT);
    await place.exchange();
    expect(await place.stage(DRAFT)).toBe('sent -');
    place.site.cut(true);
    await place.restart();
    expect(await place.stage(ONE)).toBe('sent -');
    await place.publishing().open();
    expect([await place.stage(ONE), await place.stage(DRAFT)]).toEqual(['live -', 'sent -']);
    await place.keep(ONE, { title: 'Un, revu' });
    await place.publish(ONE);
    expect(await place.stage(ONE)).toBe('ready change');
    await place.exchange();
    expect(await place.stage(ONE)).toBe('sent -');

    // Asked again as soon as it can be: another machine may have changed what readers get.
    place.site.look();
    place.site.cut(false);
    expect(await place.waitFor(ONE, 'live -')).toBe('live -');
    expect(
      await createServedMemory({
        gitDir: place.desk.history.path,
        site: 'https://ailleurs.fr',
        say: expect.unreachable,
      }).load(),
    ).toEqual(new Map());
  });

  it('asks again after a start whether the site serves what it said before', async () => {
    expect(await place.waitFor(ONE, 'live -')).toBe('live -');
    place.site.serveNothing();
    await place.restart();
    await place.publishing().open();
    expect(await place.stage(ONE)).toBe('live -');
    expect(await place.waitFor(ONE, 'sent -')).toBe('sent -');
  });
});
