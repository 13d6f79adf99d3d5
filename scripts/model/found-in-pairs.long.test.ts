import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainImage } from '#content/testing/images.ts';
import { testId } from '#content/testing/posts.ts';
import type { Desk } from './side.ts';
import { twoDesks } from './two-desks.ts';
import type { World } from './world.ts';

/** What was found by having all do everything to one article, act beside act, as short as it can be told. */
const ONE = testId(1);

let world: World;
let clara: Desk;
let denis: Desk;
let exchange: (desk: Desk) => Promise<void>;
beforeEach(async () => {
  ({ world, clara, denis, exchange } = await twoDesks());
});
afterEach(() => world.close());

describe('what waits at a desktop', () => {
  it('and goes on elsewhere, though it was dropped here, has what was published since it was sent from there', async () => {
    const { content, revision } = await clara.client.getEditablePost({ id: ONE });
    const attend = content.replace(/^.*$/m, 'Ce qui attend.');
    await clara.client.savePendingVersion({ id: ONE, content: attend, revision });
    for (const desk of [clara, denis]) await exchange(desk);
    await clara.client.dropPendingVersion({ id: ONE });
    await denis.client.savePendingVersion({ id: ONE, content: `${attend}\nCe que Denis y ajoute.\n` });
    await exchange(denis);
    const live = content.replace(/deuxième/, 'deuxième, publié depuis,');
    await world.site.client.updatePost({ id: ONE, content: live, revision });
    for (const desk of [clara, denis]) await exchange(desk);
    for (const { client } of [clara, denis, world.site])
      expect((await client.getEditablePost({ id: ONE })).pending?.content).toMatch(
        /Ce qui attend\.[^]*publié depuis,[^]*Denis y ajoute\./,
      );
  });

  it.each(['clara', 'denis'] as const)(
    'and was dropped here is not to take back what was published of it there, whichever of both exchanges first (%s)',
    async (first) => {
      const { content, revision } = await clara.client.getEditablePost({ id: ONE });
      const attend = content.replace(/^.*$/m, 'Ce qui attend.');
      await clara.client.savePendingVersion({ id: ONE, content: attend, revision });
      for (const desk of [clara, denis]) await exchange(desk);
      await clara.host.publishPosts({ ids: [ONE] });
      await denis.client.dropPendingVersion({ id: ONE });
      for (const desk of first === 'clara' ? [clara, denis] : [denis, clara, denis]) await exchange(desk);
      for (const { client } of [clara, denis, world.site])
        expect(await client.getEditablePost({ id: ONE })).toMatchObject({ content: attend, pending: null });
    },
  );

  it('waits whole where another machine deleted its article and brought it back', async () => {
    const { content, revision } = await clara.client.getEditablePost({ id: ONE });
    const attend = content.replace(/^.*$/m, 'Ce qui attend.');
    await clara.client.savePendingVersion({ id: ONE, content: attend, revision });
    for (const desk of [clara, denis]) await exchange(desk);
    await denis.client.savePendingVersion({ id: ONE, content: `${attend}\nCe que Denis y ajoute.\n` });
    await clara.client.deletePost({ id: ONE });
    const [{ commit } = { commit: '' }] = await clara.client.listDeletedPosts({});
    await clara.client.restoreDeletedPost({ id: ONE, commit });
    for (const desk of [clara, denis, clara]) await exchange(desk);
    for (const { client } of [clara, denis, world.site])
      expect((await client.getEditablePost({ id: ONE })).pending?.content).toMatch(
        /^Ce qui attend\.[^]*Denis y ajoute\.\n$/,
      );
  });

  it('goes on waiting where its publication came to nothing, though a picture went from it in between', async () => {
    const bytes = new Uint8Array(await plainImage(40, 30).png().toBuffer());
    const { url } = await denis.client.uploadImage({ image: { filename: 'photo.png', bytes } });
    const { content, revision } = await denis.client.getEditablePost({ id: ONE });
    const says = (who: string): string => content.replace(/^.*$/m, `Le début, selon ${who}.`);
    const edit = { id: ONE, revision, coverImage: url, content: says('Denis') };
    await denis.client.updatePost(edit);
    for (const desk of [denis, clara]) await exchange(desk);
    await denis.host.publishPosts({ ids: [ONE] });
    const images = await denis.client.listImages({});
    await denis.client.deleteImage({ id: images.find((image) => image.url === url)?.id ?? '' });
    await world.site.client.updatePost({ id: ONE, revision, content: says('le site') });
    const { pending } = await clara.client.getEditablePost({ id: ONE });
    await clara.client.savePendingVersion({
      id: ONE,
      content: `${pending?.content}\nLa fin, selon Clara.\n`,
    });
    for (const desk of [denis, clara]) await exchange(desk);
    const now = await clara.client.getEditablePost({ id: ONE });
    expect(now.content).toMatch(/^Le début, selon le site\./);
    expect(now.pending?.content).toMatch(/^Le début, selon Denis\.[^]*La fin, selon Clara\.\n$/);
  });

  it('is published whole, though git took its file off the work branch of another machine', async () => {
    const { content, revision } = await clara.client.getEditablePost({ id: ONE });
    const attend = content.replace(/^.*$/m, 'Ce qui attend.');
    await clara.client.savePendingVersion({ id: ONE, content: attend, revision });
    for (const desk of [clara, denis]) await exchange(desk);
    const path = 'posts/2025/un.md';
    world.git(denis.articles, ['rm', '--quiet', '--', path]);
    world.git(denis.articles, ['commit', '--quiet', '--message', 'À la main', '--', path]);
    await clara.client.savePendingVersion({ id: ONE, title: 'Une' });
    for (const desk of [clara, denis, clara]) await exchange(desk);
    await clara.host.publishPosts({ ids: [ONE] });
    for (const desk of [clara, denis]) await exchange(desk);
    for (const { client } of [clara, denis, world.site])
      expect(await client.getEditablePost({ id: ONE })).toMatchObject({
        title: 'Une',
        content: attend,
        isPublished: true,
        pending: null,
      });
  });

  it('is no second file of a published article, which git committed: readers keep what they have, and « Problèmes » names it', async () => {
    await denis.client.updatePost({ id: ONE, slug: 'uni' });
    await denis.host.publishPosts({ ids: [ONE] });
    await denis.followed();
    const { content } = await denis.client.getEditablePost({ id: ONE });
    const text = `---\nid: ${ONE}\ntitle: Un\npublished: 2025-03-01\nisPublished: true\n---\n${content}\nÉcrit à l’ancienne adresse.\n`;
    writeFileSync(join(denis.articles, 'posts/2025/un.md'), text);
    world.git(denis.articles, ['add', 'posts/2025/un.md']);
    world.git(denis.articles, ['commit', '--quiet', '--message', 'À la main']);
    for (const desk of [denis, clara]) await exchange(desk);
    const { revision } = await world.site.client.getEditablePost({ id: ONE });
    const live = `${content}\nPublié depuis.\n`;
    await world.site.client.updatePost({ id: ONE, content: live, revision });
    await exchange(denis);
    const { left } = await denis.host.publishPosts({ ids: [ONE] });
    expect(left.map(({ reason }) => reason.split(', ').at(1)?.split('\u00a0')[0])).toEqual([
      'posts/2025/un.md',
    ]);
    await exchange(denis);
    expect(await world.site.client.getEditablePost({ id: ONE })).toMatchObject({
      slug: 'uni',
      content: live,
    });
    expect(await denis.client.listProblems({})).toMatchObject([{ path: 'posts/2025/un.md' }]);
  });

  it('is not written over at an address that another text was to leave, where that stays to be asked about', async () => {
    const two = testId(2);
    for (const [from, to] of [
      ['deux', 'equipe'],
      ['un', 'deux'],
    ] as const)
      world.git(denis.articles, ['mv', `posts/2025/${from}.md`, `posts/2025/${to}.md`]);
    world.git(denis.articles, ['commit', '--quiet', '--message', 'À la main']);
    await denis.host.lookOutside({});
    const { revision } = await clara.client.getEditablePost({ id: two });
    await clara.client.updatePost({ id: two, content: 'Ce que dit Clara.\n' });
    await clara.host.publishPosts({ ids: [two] });
    await world.site.client.updatePost({ id: two, content: 'Ce que dit le site.\n', revision });
    for (const desk of [clara, denis]) await exchange(desk);
    const files = world.git(denis.gitDir, ['grep', '--name-only', `id: ${ONE}`, 'travail', '--', 'posts']);
    expect(files).toMatch(/^travail:posts\/2025\/[\w-]+\.md$/);
  });
});
