import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testId } from '#content/testing/posts.ts';
import type { Desk } from './side.ts';
import { twoDesks } from './two-desks.ts';
import type { World } from './world.ts';

/** What stories found once, as short as it can be told. */
const ONE = testId(1);
const DRAFT = testId(4);
const FILE = 'posts/2025/un.md';

let world: World;
let clara: Desk;
let denis: Desk;
let exchange: (desk: Desk) => Promise<void>;
beforeEach(async () => {
  ({ world, clara, denis, exchange } = await twoDesks());
});
afterEach(() => world.close());

describe('what waits at a desktop', () => {
  it('is shown, or asked about, once its article was deleted elsewhere', async () => {
    await clara.client.savePendingVersion({ id: ONE, content: 'Ce que Clara garde en attente.\n' });
    await denis.client.deletePost({ id: ONE });
    await exchange(denis);
    await exchange(clara);
    const told = JSON.stringify([
      (await clara.client.getPostTable({})).posts,
      await clara.client.listSyncConflicts({}),
      (await clara.client.getSyncState({})).backups,
    ]);
    expect(told).toContain(ONE);
    expect(await clara.client.getEditablePost({ id: ONE })).toMatchObject({
      content: 'Ce que Clara garde en attente.\n',
      isPublished: false,
      wasDeletedElsewhere: true,
    });
  });

  it('and was dropped at another has what was published meanwhile', async () => {
    await clara.client.savePendingVersion({ id: ONE, content: 'Ce que Clara abandonne.\n' });
    await denis.client.savePendingVersion({ id: ONE, title: 'Un autre titre' });
    await exchange(denis);
    const { content, revision } = await world.site.client.getEditablePost({ id: ONE });
    await world.site.client.updatePost({ id: ONE, content: `${content}\nPublié depuis.\n`, revision });
    await clara.client.dropPendingVersion({ id: ONE });
    await exchange(clara);
    const { pending } = await clara.client.getEditablePost({ id: ONE });
    expect(pending).toMatchObject({ title: 'Un autre titre' });
    expect(pending?.content).toContain('Publié depuis.');
  });

  it('and was published beside what another published, stays where it waits besides', async () => {
    const { content: before, revision } = await denis.client.getEditablePost({ id: DRAFT });
    await denis.client.updatePost({ id: DRAFT, content: `Denis le dit.\n\n${before}`, revision });
    await exchange(denis);
    await clara.host.publishPosts({ ids: [DRAFT] });
    await exchange(clara);
    world.advance(60_000);
    await denis.host.publishPosts({ ids: [DRAFT] });
    for (const desk of [denis, clara, denis]) await exchange(desk);
    for (const { client } of [clara, denis])
      expect(JSON.stringify(await client.getEditablePost({ id: DRAFT }))).toContain('Denis le dit.');
  });

  it('of a draft is shown beside what another wrote in its place, and asked about', async () => {
    const says = async ({ client }: Pick<Desk, 'client'>, content: string): Promise<void> => {
      const { revision } = await client.getEditablePost({ id: DRAFT });
      await client.updatePost({ id: DRAFT, content, revision });
    };
    await says(world.site, 'Ce que le site en dit.\n');
    await says(clara, 'Ce que Clara en dit.\n');
    await exchange(clara);
    for (const { client } of [clara, world.site]) {
      const { content, pending } = await client.getEditablePost({ id: DRAFT });
      expect([content, pending?.content]).toEqual(['Ce que le site en dit.\n', 'Ce que Clara en dit.\n']);
      expect(await client.listSyncConflicts({})).toMatchObject([{ postId: DRAFT, isPending: true }]);
      await expect(client.applyPendingVersion({ id: DRAFT })).rejects.toMatchObject({ code: 'conflict' });
    }
    const { client } = world.site;
    const { pending } = await client.getEditablePost({ id: DRAFT });
    const edit = { content: 'Ce que Clara en dit encore.\n', isPublished: true };
    const saved = await client.updatePost({ id: DRAFT, ...edit, revision: pending?.revision });
    expect(saved.change).toBe('keep');
    const { content, revision } = await client.getEditablePost({ id: DRAFT });
    expect(content).toBe('Ce que le site en dit.\n');
    await client.updatePost({ id: DRAFT, content: 'Les deux.\n', revision, resolves: 'pending' });
    await exchange(clara);
    for (const side of [world.site, clara]) {
      const now = await side.client.getEditablePost({ id: DRAFT });
      expect(now).toMatchObject({ content: 'Les deux.\n', pending: null });
      expect(await side.client.listSyncConflicts({})).toEqual([]);
    }
  });

  it('of a file has what came meanwhile, when git commits the file', async () => {
    const file = join(clara.articles, FILE);
    const write = (sentence: string): void =>
      writeFileSync(file, `${readFileSync(file, 'utf8')}\n${sentence}\n`);
    write('Ce que Clara écrit à la fin.');
    await clara.host.lookOutside({});
    const { content, revision } = await world.site.client.getEditablePost({ id: ONE });
    await world.site.client.updatePost({
      id: ONE,
      revision,
      content: `Ce que le site ajoute.\n\n${content}`,
    });
    await exchange(clara);
    write('Ce que Clara y ajoute encore.');
    world.git(clara.articles, ['commit', '--quiet', '--all', '--message', 'À la main']);
    await clara.host.lookOutside({});
    await exchange(clara);
    const { content: now, pending } = await clara.client.getEditablePost({ id: ONE });
    expect(now).toContain('Ce que le site ajoute.');
    expect(pending?.content).toMatch(/Ce que le site ajoute\.[^]*à la fin\.[^]*encore\./);
  });

  it('of a file is there still, once git commits what another program had made from an older version', async () => {
    const file = join(clara.articles, FILE);
    const write = (sentence: string): void =>
      writeFileSync(file, `${readFileSync(file, 'utf8')}\n${sentence}\n`);
    write('Ce qu’un autre programme écrit à la fin.');
    const { content, revision } = await clara.client.getEditablePost({ id: ONE });
    const text = `Ce que Clara garde.\n\n${content}`;
    await clara.client.updatePost({ id: ONE, content: text, revision });
    await clara.followed();
    write('Ce que git en garde.');
    world.git(clara.articles, ['commit', '--quiet', '--only', '--message', 'À la main', '--', FILE]);
    await clara.host.lookOutside({});
    await exchange(clara);
    for (const { client } of [clara, world.site]) {
      const { pending } = await client.getEditablePost({ id: ONE });
      expect(pending?.content).toMatch(/Clara garde\.[^]*un autre programme[^]*que git en garde/);
      expect(await client.listSyncConflicts({})).toEqual([]);
    }
    expect(world.git(clara.articles, ['status', '--porcelain'])).toBe('');
  });

  it('of a file is asked about, once git commits another sentence in its place', async () => {
    const file = join(clara.articles, FILE);
    const before = readFileSync(file, 'utf8');
    const write = (sentence: string): void =>
      writeFileSync(
        file,
        before.replace(/^[A-ZÀ-Þ].*$/m, () => sentence),
      );
    write('Ce que git en garde.');
    const { content, revision } = await clara.client.getEditablePost({ id: ONE });
    const text = content.replace(/^.*$/m, 'Ce que Clara garde.');
    await clara.client.updatePost({ id: ONE, content: text, revision });
    await clara.followed();
    world.git(clara.articles, ['commit', '--quiet', '--all', '--message', 'À la main']);
    await clara.host.lookOutside({});
    await exchange(clara);
    for (const { client } of [clara, world.site]) {
      const questions = await client.listSyncConflicts({});
      expect(questions).toMatchObject([{ kind: 'apart', postId: ONE }]);
      const [{ id } = { id: '' }] = questions;
      expect(JSON.stringify(await client.getSyncConflict({ id }))).toMatch(/git en garde[^]*Clara garde/);
    }
  });

  it('in a file that git commits where its article stood before is named in « Problèmes »', async () => {
    const path = 'posts/2025/brouillon.md';
    const write = (sentence: string): void => {
      const file = join(clara.articles, path);
      writeFileSync(file, `${readFileSync(file, 'utf8')}\n${sentence}\n`);
    };
    write('Ce qu’un autre programme écrit.');
    const { revision } = await clara.client.getEditablePost({ id: DRAFT });
    await clara.client.updatePost({ id: DRAFT, slug: 'ailleurs', revision });
    await clara.followed();
    write('Ce que git en garde.');
    world.git(clara.articles, ['add', '--', path]);
    world.git(clara.articles, ['commit', '--quiet', '--only', '--message', 'À la main', '--', path]);
    await exchange(clara);
    for (const { client } of [clara, world.site]) {
      const { slug, content } = await client.getEditablePost({ id: DRAFT });
      expect(`${slug}: ${content}`).toMatch(/^brouillon:[^]*un autre programme[^]*que git en garde/);
      // One of the odd articles has another's id from the beginning.
      const problems = (await client.listProblems({})).filter(({ path: at }) => at.startsWith('posts/2025/'));
      expect(problems).toMatchObject([{ path: 'posts/2025/ailleurs.md' }]);
    }
  });

  it('of a draft that git gave a second file hides neither of the two', async () => {
    const copy = 'posts/2025/copie.md';
    const file = join(clara.articles, 'posts/2025/brouillon.md');
    writeFileSync(join(clara.articles, copy), `${readFileSync(file, 'utf8')}\nCe que la copie ajoute.\n`);
    world.git(clara.articles, ['add', '--', copy]);
    world.git(clara.articles, ['commit', '--quiet', '--message', 'À la main', '--', copy]);
    await exchange(clara);
    for (const { client } of [clara, world.site]) {
      const { slug } = await client.getEditablePost({ id: DRAFT });
      const problems = (await client.listProblems({})).map(({ path }) => path);
      const shown = `posts/2025/${slug}.md`;
      const both = [shown, ...problems.filter((path) => path.startsWith('posts/2025/'))];
      expect(both.sort()).toEqual(['posts/2025/brouillon.md', copy]);
    }
  });

  it('and was made from an older text is asked about, though another machine keeps some of the article later', async () => {
    const says = async ({ client }: Pick<Desk, 'client'>, from: RegExp, to: string): Promise<void> => {
      const { content, revision, pending } = await client.getEditablePost({ id: ONE });
      const now = pending ?? { content, revision };
      const text = now.content.replace(from, to);
      expect(text).not.toBe(now.content);
      await client.updatePost({ id: ONE, content: text, revision: now.revision });
      world.advance(60_000);
    };
    await says(clara, /^.*$/m, 'Le début, selon Clara.');
    await says(world.site, /^.*$/m, 'Le début, selon le site.');
    for (const desk of [denis, clara]) await exchange(desk);
    await says(denis, /\n$/, '\n\nLa fin, selon Denis.\n');
    for (const desk of [denis, clara]) await exchange(desk);
    await says(world.site, /Le deuxième paragraphe/, 'Ce deuxième paragraphe');
    await exchange(clara);
    const { left } = await clara.host.publishPosts({ ids: [ONE] });
    expect(left).toMatchObject([{ id: ONE }]);
    const file = join(clara.articles, FILE);
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nCe qu’un autre programme y ajoute.\n`);
    expect(await clara.host.lookOutside({})).toMatchObject({ takenUp: 1 });
    expect((await clara.host.publishPosts({ ids: [ONE] })).left).toMatchObject([{ id: ONE }]);
    expect((await clara.client.getEditablePost({ id: ONE })).content).toContain('selon le site');
  });

  it.each(['clara', 'denis'] as const)(
    'at another address has one file, once it was dropped elsewhere and %s exchanges first',
    async (first) => {
      const says = async (text: string): Promise<void> => {
        const { pending, revision } = await clara.client.getEditablePost({ id: ONE });
        const from = pending?.revision ?? revision;
        await clara.client.savePendingVersion({ id: ONE, content: text, revision: from, slug: 'un-autre' });
      };
      const { content } = await clara.client.getEditablePost({ id: ONE });
      const attend = content.replace(/^.*$/m, 'Ce qui attend ailleurs.');
      await says(attend);
      for (const desk of [clara, denis]) await exchange(desk);
      await denis.client.dropPendingVersion({ id: ONE });
      const now = `${attend}\nCe qui attend encore.\n`;
      await says(now);
      const desks = first === 'clara' ? [clara, denis, clara] : [denis, clara, denis];
      for (const desk of desks) await exchange(desk);
      for (const { client, gitDir } of [clara, denis]) {
        const { slug, pending } = await client.getEditablePost({ id: ONE });
        expect([slug, pending?.slug, pending?.content]).toEqual(['un', 'un-autre', now]);
        expect(world.git(gitDir, ['grep', '-l', `^id: ${ONE}`, 'travail', '--', 'posts'])).toBe(
          'travail:posts/2025/un-autre.md',
        );
      }
    },
  );

  it('is there still where another text of the article was dropped at the site, and a third is saved elsewhere', async () => {
    const says = async ({ client }: Pick<Desk, 'client'>, from: RegExp, to: string): Promise<void> => {
      const { content, revision } = await client.getEditablePost({ id: ONE });
      await client.savePendingVersion({ id: ONE, content: content.replace(from, to), revision });
      world.advance(60_000);
    };
    await says(denis, /^.*$/m, 'Le début, selon Denis.');
    await says(world.site, /Et Un finit ici\./, 'Et Un finit au site.');
    await world.site.client.dropPendingVersion({ id: ONE });
    await says(clara, /Et Un finit ici\./, 'Et Un finit chez Clara.');
    for (const desk of [denis, clara, denis]) await exchange(desk);
    for (const { client } of [denis, clara, world.site])
      expect((await client.getEditablePost({ id: ONE })).pending?.content).toMatch(
        /selon Denis\.[^]*finit chez Clara\./,
      );
  });

  it('is dropped for a machine too that only took in what was published meanwhile', async () => {
    const { content, revision } = await clara.client.getEditablePost({ id: ONE });
    await clara.client.savePendingVersion({ id: ONE, content: `${content}\nCe qui attend.\n`, revision });
    for (const desk of [clara, denis]) await exchange(desk);
    await world.site.client.updatePost({ id: ONE, title: 'Une', revision });
    await exchange(clara);
    await denis.client.dropPendingVersion({ id: ONE });
    for (const desk of [denis, clara, denis]) await exchange(desk);
    for (const { client } of [denis, clara, world.site])
      expect(await client.getEditablePost({ id: ONE })).toMatchObject({
        title: 'Une',
        content,
        pending: null,
      });
  });

  it('of a new article is merged with what another machine published of it first', async () => {
    const { id } = await clara.client.createPost({
      title: 'Neuf',
      slug: 'neuf',
      isPublished: true,
      content: 'Le début.\n\nLa fin.\n',
    });
    for (const desk of [clara, denis]) await exchange(desk);
    const says = async ({ client }: Pick<Desk, 'client'>, from: RegExp, to: string): Promise<void> => {
      const { pending, ...live } = await client.getEditablePost({ id });
      const { content, revision } = pending ?? live;
      await client.updatePost({ id, content: content.replace(from, to), revision });
    };
    await says(clara, /début/, 'début, selon Clara');
    await says(denis, /fin/, 'fin, selon Denis');
    await denis.host.publishPosts({ ids: [id] });
    for (const desk of [denis, clara]) await exchange(desk);
    const shown = await clara.client.getEditablePost({ id });
    expect(shown).toMatchObject({ content: 'Le début.\n\nLa fin, selon Denis.\n' });
    expect(shown.pending?.content).toBe('Le début, selon Clara.\n\nLa fin, selon Denis.\n');
  });

  it('of a new article that another machine published in one place is asked about', async () => {
    const { id } = await clara.client.createPost({
      title: 'Neuf',
      slug: 'neuf',
      isPublished: true,
      content: 'Le début.\n',
    });
    for (const desk of [clara, denis]) await exchange(desk);
    for (const [{ client }, content] of [
      [clara, 'Selon Clara.\n'],
      [denis, 'Selon Denis.\n'],
    ] as const) {
      const { pending, revision } = await client.getEditablePost({ id });
      await client.updatePost({ id, content, revision: pending?.revision ?? revision });
    }
    await denis.host.publishPosts({ ids: [id] });
    for (const desk of [denis, clara]) await exchange(desk);
    expect((await clara.host.publishPosts({ ids: [id] })).left).toMatchObject([{ id }]);
    const { content, pending } = await clara.client.getEditablePost({ id });
    expect([content, pending?.content]).toEqual(['Selon Denis.\n', 'Selon Clara.\n']);
  });

  it('because two others published in its place is within reach, though only one of two can wait', async () => {
    const says = async ({ client }: Pick<Desk, 'client'>, what: string): Promise<void> => {
      const { content, revision } = await client.getEditablePost({ id: ONE });
      const text = content.replace(/^.*$/m, `Le début, selon ${what}.`);
      await client.updatePost({ id: ONE, content: text, revision });
    };
    for (const [desk, what] of [
      [clara, 'Clara'],
      [denis, 'Denis'],
    ] as const) {
      await says(desk, what);
      await desk.host.publishPosts({ ids: [ONE] });
    }
    await says(world.site, 'le site');
    for (const desk of [clara, denis, clara, denis]) await exchange(desk);
    const told = [];
    for (const { client, gitDir } of [world.site, clara, denis]) {
      const questions = await client.listSyncConflicts({});
      expect(questions.map(({ kind }) => kind).sort()).toEqual(['apart', 'text']);
      told.push(JSON.stringify(await client.getEditablePost({ id: ONE })));
      for (const { ref } of (await client.getSyncState({})).backups)
        told.push(world.git(gitDir, ['show', `${ref}:${FILE}`]));
      // What waits is shown with its article; a question about it shows that.
      for (const { id, isPending } of questions)
        if (!isPending) told.push(JSON.stringify(await client.getSyncConflict({ id })));
    }
    for (const what of ['Clara', 'Denis', 'le site']) expect(told.join('\n')).toContain(`selon ${what}.`);
  });

  it('goes on waiting with what it was made from, once another machine’s publication of that came to nothing too', async () => {
    const says = async ({ client }: Pick<Desk, 'client'>, from: RegExp, to: string): Promise<void> => {
      const { content, revision, pending } = await client.getEditablePost({ id: ONE });
      const now = pending ?? { content, revision };
      await client.updatePost({ id: ONE, content: now.content.replace(from, to), revision: now.revision });
      world.advance(60_000);
    };
    await says(clara, /^.*$/m, 'Le début, selon Clara.');
    for (const desk of [clara, denis]) await exchange(desk);
    for (const desk of [clara, denis]) {
      await desk.host.publishPosts({ ids: [ONE] });
      world.advance(60_000);
    }
    const { content: live, revision } = await world.site.client.getEditablePost({ id: ONE });
    const text = live.replace(/^.*$/m, 'Le début, selon le site.');
    await world.site.client.updatePost({ id: ONE, content: text, revision });
    await exchange(clara);
    await says(clara, /\n$/, '\n\nLa fin, selon Clara.\n');
    for (const desk of [denis, clara]) await exchange(desk);
    const { content, pending } = await clara.client.getEditablePost({ id: ONE });
    expect(content).toMatch(/^Le début, selon le site\./);
    expect(pending?.content).toMatch(/^Le début, selon Clara\.[^]*La fin, selon Clara\.\n$/);
    await expect(clara.client.applyPendingVersion({ id: ONE })).rejects.toMatchObject({ code: 'conflict' });
  });
});
