import { describe, expect, it } from 'vitest';
import { ContentError } from '../../model/errors.ts';
import { createPostsWorkspace } from '../../testing/posts-workspace.ts';
import { createSentPosts, stageOf } from './publishing.ts';

type PostFacts = Parameters<typeof stageOf>[0];

const [OLD, NEW] = ['a'.repeat(40), 'b'.repeat(40)];
const NOWHERE = { pending: null, sent: null, served: null };
const draft = { here: { revision: NEW, isPublished: false }, ...NOWHERE };
const published = { here: { revision: NEW, isPublished: true }, ...NOWHERE };
const sentNew = { revision: NEW, isPublished: true, isElsewhere: false };
const sentOld = { revision: OLD, isPublished: true, isElsewhere: false };
const sentDraft = { ...sentNew, isPublished: false };

describe('stageOf', () => {
  it.each<[string, PostFacts, string, string | null]>([
    ['a draft', draft, 'draft', null],
    ['a draft sent as a backup', { ...draft, sent: sentDraft }, 'draft', null],
    ['a draft with a text kept apart', { ...draft, pending: { isPublished: false } }, 'draft', null],
    ['a draft that is to be published', { ...draft, pending: { isPublished: true } }, 'ready', 'publication'],
    ['a withdrawal that is not sent', { ...draft, sent: sentOld, served: OLD }, 'draft', 'withdrawal'],
    ['one sent, not followed', { ...draft, sent: sentDraft, served: OLD }, 'draft', 'withdrawal'],
    ['a publication that is not sent', published, 'ready', 'publication'],
    [
      'a withdrawal of what was never sent',
      { ...published, pending: { isPublished: false } },
      'ready',
      'withdrawal',
    ],
    [
      'a publication sent as a draft before',
      { ...published, sent: { ...sentDraft, revision: OLD } },
      'ready',
      'publication',
    ],
    ['a change that is not sent', { ...published, sent: sentOld, served: OLD }, 'ready', 'change'],
    ['a change of what the site serves', { ...published, served: OLD }, 'ready', 'change'],
    [
      'a new address that is not sent',
      { ...published, sent: { ...sentNew, isElsewhere: true }, served: NEW },
      'ready',
      'change',
    ],
    ['what was sent', { ...published, sent: sentNew }, 'sent', null],
    [
      'what was sent, while the site has the old one',
      { ...published, sent: sentNew, served: OLD },
      'sent',
      null,
    ],
    ['what the site serves', { ...published, sent: sentNew, served: NEW }, 'live', null],
    ['what the site serves after a cut push', { ...published, sent: sentOld, served: NEW }, 'live', null],
    [
      'a live post with a change',
      { ...published, pending: { isPublished: true }, sent: sentNew, served: NEW },
      'live',
      'change',
    ],
    [
      'a sent post with a change',
      { ...published, pending: { isPublished: true }, sent: sentNew },
      'sent',
      'change',
    ],
    [
      'a live post to be taken away',
      { ...published, pending: { isPublished: false }, served: NEW },
      'live',
      'withdrawal',
    ],
  ])('says of %s', (_, facts, stage, waits) => expect(stageOf(facts)).toEqual({ stage, waits }));

  it('says that a post is sent or live only when just that revision is, whatever else is known', () => {
    for (const facts of everything()) {
      const { stage, waits } = stageOf(facts);
      const { here, sent, served } = facts;
      expect(stage === 'live').toBe(
        here.isPublished && served === here.revision && sent?.isElsewhere !== true,
      );
      if (stage === 'sent') expect(sent).toMatchObject({ revision: here.revision, isElsewhere: false });
      if (stage === 'sent' || stage === 'live') expect(here.isPublished).toBe(true);
      if (here.isPublished) expect(stage).not.toBe('draft');
      if (stage === 'ready') expect(waits).not.toBeNull();
    }
  });
});

function* everything(): Generator<PostFacts> {
  const flags = [true, false];
  const revisions = [OLD, NEW];
  const seen = revisions.flatMap((revision) =>
    flags.flatMap((isPublished) => flags.map((isElsewhere) => ({ revision, isPublished, isElsewhere }))),
  );
  for (const isPublished of flags)
    for (const pending of [null, ...flags.map((flag) => ({ isPublished: flag }))])
      for (const sent of [null, ...seen])
        for (const served of [null, ...revisions])
          yield { here: { revision: NEW, isPublished }, pending, sent, served };
}

describe('createSentPosts', () => {
  it('reads again what could not be read', async () => {
    const site = await createPostsWorkspace();
    const { objects } = site.repository;
    const { commit } = await site.workspace.current();
    let isDamaged = true;
    const damaged: typeof objects = {
      ...objects,
      readCommit: (id) =>
        isDamaged ? Promise.reject(new ContentError('corrupt', { what: id })) : objects.readCommit(id),
    };
    const sentPosts = createSentPosts(damaged, () => Promise.resolve(commit));
    await expect(sentPosts({ commit })).rejects.toMatchObject({ code: 'corrupt' });
    isDamaged = false;
    expect((await sentPosts({ commit })).changed.size).toBe(0);
    expect(await site.close()).toEqual([]);
  });
});
