import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takingIn } from '../../testing/change-sets.ts';
import { eventually } from '../../testing/eventually.ts';
import { postText, siteText } from '../../testing/posts.ts';
import { TEST_CALLER as me } from '../../testing/posts-workspace.ts';
import {
  createPublishingPlace,
  DRAFT,
  ONE,
  type PublishingPlace,
  TWO,
} from '../../testing/publishing-place.ts';

let place: PublishingPlace;
beforeEach(async () => {
  place = await createPublishingPlace();
});
afterEach(async () => {
  expect(await place.close()).toEqual([]);
});

const articles = (count: number) => ({ articles: count, pages: 0 });

describe('publishing', () => {
  it('leads a DRAFT from Brouillon to En ligne, and tells when it is there', async () => {
    expect(await place.stage(DRAFT)).toBe('draft -');
    await place.keep(DRAFT, { isPublished: true });
    expect(await place.stage(DRAFT)).toBe('ready publication');
    expect((await place.look()).waiting).toEqual([{ id: DRAFT, title: 'Brouillon', waits: 'publication' }]);
    await place.exchange();
    expect(place.remote.git('show', 'main:posts/2025/brouillon.md')).toContain('isPublished: false');
    expect(await place.stage(DRAFT)).toBe('ready publication');

    await place.publish(DRAFT);
    expect(await place.stage(DRAFT)).toBe('ready publication');
    expect(await place.look()).toMatchObject({ waiting: [], unsent: articles(1), unconfirmed: articles(0) });
    await place.exchange();
    expect(await place.stage(DRAFT)).toBe('sent -');
    expect(await place.look()).toMatchObject({ unsent: articles(0), unconfirmed: articles(1) });
    expect(place.told).toEqual([]);
    place.site.look();
    expect(await place.waitFor(DRAFT, 'live -')).toBe('live -');
    expect(place.told).toEqual(['Brouillon']);
    expect(await place.look()).toMatchObject({ unsent: articles(0), unconfirmed: articles(0) });
  });

  it('keeps a change of a live article apart until it is published, while others go', async () => {
    expect(await place.waitFor(ONE, 'live -')).toBe('live -');
    await place.keep(ONE, { title: 'Un, revu' });
    await place.keep(TWO, { title: 'Deux, revu' });
    expect(await place.waitFor(ONE, 'live change')).toBe('live change');
    await place.publish(TWO);
    await place.exchange();
    place.site.look();
    expect(await place.waitFor(TWO, 'live -')).toBe('live -');
    expect(await place.stage(ONE)).toBe('live change');
    expect(place.remote.git('show', 'main:posts/2025/un.md')).toContain('title: Un\n');
    expect(place.remote.git('log', '-1', '--format=%s', 'main')).toBe(
      'Mettre à jour «\u00a0Deux, revu\u00a0»',
    );
  });

  it('publishes a picture that another program put in the place of one that readers see, with the article that shows it', async () => {
    const picture = 'images/2025/photo.jpg';
    const { git, workspace, pending } = place.desk;
    place.desk.commitBehind({ [picture]: 'photo' });
    await workspace.refresh();
    await place.keep(ONE, { coverImage: `/${picture}` });
    await place.publish(ONE);
    await place.exchange();
    expect((await place.look()).waiting).toEqual([]);
    await pending.change(me.author, takingIn({ [picture]: 'photo retouchée' }));
    expect((await place.look()).waiting).toEqual([{ id: ONE, title: 'Un', waits: 'change' }]);
    expect(await place.stage(ONE)).toMatch(/ change$/);
    expect(await place.stage(TWO)).toMatch(/ -$/);
    await place.publish(ONE);
    expect(git('show', `main:${picture}`)).toBe('photo retouchée');
    expect(git('log', '-1', '--format=%s', '--name-only', 'main')).toBe(
      `Modifier «\u00a0Un\u00a0»\n\n${picture}`,
    );
    expect([git('diff', '--name-only', 'main...travail'), (await place.look()).waiting]).toEqual(['', []]);
  });

  it('knows after a crash that a DRAFT and a change were published, before their pending versions were let go of', async () => {
    place.desk.at(place.desk.workspace.clock() + 1234);
    await place.keep(DRAFT, { isPublished: true });
    await place.keep(ONE, { title: 'Un, revu' });
    const waited = place.desk.git('rev-parse', 'travail');
    place.desk.at(place.desk.workspace.clock() + 86_400_000);
    await place.publish(DRAFT, ONE);
    place.desk.git('update-ref', 'refs/heads/travail', waited);
    expect((await place.look()).waiting).toEqual([]);
    await place.publishing().open();
    expect(place.desk.git('diff', '--name-only', 'main...travail')).toBe('');
    expect((await place.look()).waiting).toEqual([]);
    await place.keep(TWO, { title: 'Deux, revu' });
    await place.publishing().open();
    expect((await place.look()).waiting).toHaveLength(1);
  });

  it('has nothing to ask after a crash between the commit that resolves what waited and letting go of it', async () => {
    const { deskPosts, git } = place.desk;
    await place.keep(ONE, { content: 'Ici.\n' });
    await place.desk.posts.updatePost({ id: ONE, content: 'Ailleurs.\n' }, me);
    const { revision } = await deskPosts.getEditablePost({ id: ONE }, me);
    const resolved = { content: 'Ici et ailleurs.\n', resolves: 'pending' } as const;
    await deskPosts.updatePost({ id: ONE, revision, ...resolved }, me);
    const resolvedAt = /Encrier-From: (\w+)/.exec(git('log', '-1', '--format=%B', 'main'))?.[1] ?? '';
    git('update-ref', 'refs/heads/travail', resolvedAt);
    expect((await place.look()).waiting).toEqual([]);
    await place.publishing().open();
    expect(git('diff', '--name-only', 'main...travail')).toBe('');
    expect((await place.look()).waiting).toEqual([]);
    expect(git('show', 'main:posts/2025/un.md')).toContain('Ici et ailleurs.');
  });

  it('says when readers are to have what waits for a day to come', async () => {
    const published = '2090-12-03T08:00:00.000Z';
    await place.keep(DRAFT, { isPublished: true, published });
    expect((await place.look()).waiting).toMatchObject([{ waits: 'publication', scheduledFor: published }]);
  });

  it('says that a withdrawal waits until readers see it no longer', async () => {
    expect(await place.waitFor(ONE, 'live -')).toBe('live -');
    await place.keep(ONE, { isPublished: false });
    expect(await place.stage(ONE)).toBe('live withdrawal');
    const { published } = await place.publish(ONE);
    expect(published).toEqual([{ id: ONE, title: 'Un', isWithdrawn: true }]);
    expect(await place.stage(ONE)).toBe('draft withdrawal');
    await place.exchange();
    expect(await place.stage(ONE)).toBe('draft withdrawal');
    place.site.look();
    expect(await place.waitFor(ONE, 'draft -')).toBe('draft -');
    expect(place.told).toEqual([]);
  });

  it('knows that a new address is not there yet, though the text is', async () => {
    expect(await place.waitFor(ONE, 'live -')).toBe('live -');
    place.desk.commitBehind({ 'posts/2025/un.md': null, 'posts/2025/neuf.md': postText(1, 'Un') });
    await place.desk.workspace.refresh();
    expect(await place.stage(ONE)).toBe('ready change');
    await place.exchange();
    expect(await place.stage(ONE)).toBe('sent -');
  });

  it('merges what another clone pushed to the same article, whatever is cut meanwhile', async () => {
    await place.keep(ONE, { content: 'Texte de Un.\n\nD’ici.\n' });
    await place.publish(ONE);
    place.pushElsewhere('posts/2025/un.md', postText(1, 'Un, ailleurs'));
    place.remote.fail({ kind: 'cut-fetch' });
    expect(await place.exchange()).toMatchObject({ code: 'remote' });
    expect(await place.stage(ONE)).toBe('ready change');
    expect(await place.exchange()).toBeNull();
    const text = place.remote.git('show', 'main:posts/2025/un.md');
    expect(text).toContain('title: Un, ailleurs');
    expect(text).toContain('D’ici.');
    place.site.look();
    expect(await place.waitFor(ONE, 'live -')).toBe('live -');
  });

  it('asks about what both wrote in one place, and does not take the other text for one to publish', async () => {
    await place.keep(ONE, { content: 'Écrit ici.\n' });
    await place.publish(ONE);
    place.pushElsewhere('posts/2025/un.md', postText(1, 'Un').replace('Texte de Un.', 'Écrit ailleurs.'));
    expect(await place.exchange()).toBeNull();
    expect(await place.questions.list()).toMatchObject([{ kind: 'text', postId: ONE, isPending: true }]);
    expect((await place.look()).waiting).toEqual([]);
    await place.publishing().open();
    expect(place.desk.git('diff', '--name-only', 'main...travail')).toBe('posts/2025/un.md');
    expect(place.desk.git('show', 'travail:posts/2025/un.md')).toContain('Écrit ici.');
    expect(place.remote.git('show', 'main:posts/2025/un.md')).toContain('Écrit ailleurs.');
    place.site.look();
    expect(await place.waitFor(ONE, 'live change')).toBe('live change');
    expect(place.told).toEqual([]);
  });

  it('says Envoyé last where no site is known', async () => {
    await place.restart('without-site');
    await place.publish(DRAFT);
    await place.exchange();
    expect(await place.stage(DRAFT)).toBe('sent -');
    expect(await place.look()).toMatchObject({
      unsent: articles(0),
      unconfirmed: articles(0),
      hasSite: false,
    });
    expect(place.told).toEqual([]);
  });

  it('says that a deleted article and settings are to be sent, and when readers see it no longer', async () => {
    await place.desk.posts.deletePost({ id: ONE }, me);
    place.desk.commitBehind({ 'site.yml': siteText('Autre') });
    await place.desk.workspace.refresh();
    expect(await place.look()).toMatchObject({
      unsent: articles(0),
      leaving: articles(1),
      settings: true,
      unconfirmed: articles(0),
    });
    await place.exchange();
    expect(await place.look()).toMatchObject({
      unsent: articles(0),
      leaving: articles(0),
      settings: false,
      unconfirmed: articles(0),
    });
    expect((await place.look()).unconfirmedLeaving).toEqual(articles(1));
    place.site.look();
    expect(
      await eventually(
        async () => (await place.look()).unconfirmedLeaving,
        (counts) => counts.articles === 0,
      ),
    ).toEqual(articles(0));
    expect(place.told).toEqual([]);
  });

  it('stays at Envoyé while the site cannot be asked, and goes on by itself', async () => {
    place.site.cut(true);
    await place.publish(DRAFT);
    await place.exchange();
    place.site.look();
    expect(await place.stage(DRAFT)).toBe('sent -');
    place.site.cut(false);
    expect(await place.waitFor(DRAFT, 'live -')).toBe('live -');
  });
});
