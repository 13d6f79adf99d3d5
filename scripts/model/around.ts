import { plainImage } from '#content/testing/images.ts';
import type { LoopbackFault } from '#content/testing/loopback-remote.ts';
import { marksIn } from './marks.ts';
import { type Act, ask, isDesk, look, newestOf, somePost, told } from './turn.ts';
import type { World } from './world.ts';

const HOUR_MS = 3_600_000;

/** One exchange of a desktop, or of a site that follows a repository, whatever comes of it. */
export const exchange: Act = async (turn) => {
  const { side, world } = turn;
  if (!isDesk(side) && world.upstream === null) return wait(turn);
  const asked = await ask(turn, 'exchanging', { work: () => side.client.syncNow({}) });
  await world.site.notice();
  world.memory.unhide();
  if (!('value' in asked)) return told(asked, 'exchanges');
  const { fault, error } = asked.value;
  if (fault === 'internal' && !world.disk.hasEnded(side.folder))
    world.faults.push({ promise: 'answers', text: `exchange: ${error ?? fault}` });
  return fault === null ? 'exchanges' : `exchanges (${fault})`;
};

/** The next request of a kind breaks off. */
export const cutExchange: Act = async (turn) => {
  const { world, random } = turn;
  const fault: LoopbackFault = random.pick([
    { kind: 'cut' },
    { kind: 'cut-fetch' },
    { kind: 'corrupt-pack' },
    { kind: 'status', status: 503 },
    ...(['before', 'during', 'after'] as const).flatMap((when): LoopbackFault[] => [
      { kind: 'cut-push', when },
      { kind: 'cut-push', when, passing: 1 },
    ]),
  ]);
  world.remote.fail(fault);
  const words = await exchange(turn);
  return `${words}, cut: ${Object.values(fault).join(' ')}`;
};

/** The network goes, or comes back. */
export const network: Act = ({ world }) => {
  world.isOffline = !world.isOffline;
  world.remote.keepFailing(world.isOffline ? { kind: 'status', status: 503 } : null);
  return Promise.resolve(world.isOffline ? 'the network is gone' : 'the network is back');
};

/** Time passes: dates that were to come may have come. */
export const wait: Act = ({ world, random }) => {
  const hours = 1 + random.below(40);
  world.advance(hours * HOUR_MS);
  return Promise.resolve(`${hours} hours pass`);
};

/** The program is to end at some change of its disk to come. */
export const arm: Act = ({ world, side, random }) => {
  if (world.disk.isArmed(side.folder)) return Promise.resolve('is about to end already');
  const changes = random.below(random.oneIn(3) ? 120 : 30);
  world.disk.endAfter(side.folder, changes);
  return Promise.resolve(`is to end after ${changes} changes of its disk`);
};

/** A question is answered, one way or the other. */
export const answer: Act = async (turn) => {
  const { side, random, world } = turn;
  const questions = (await look(turn, () => side.client.listSyncConflicts({}))) ?? [];
  const open = questions.filter(({ isPending }) => !isPending);
  if (open.length === 0) return 'has no question to answer';
  const { id, kind, path, postId } = random.pick(open);
  const keep = random.pick(['ours', 'theirs'] as const);
  const sides = await look(turn, () => side.client.getSyncConflict({ id }));
  const now = postId === null ? null : await look(turn, () => side.client.getEditablePost({ id: postId }));
  const asked = await ask(turn, 'answering', {
    work: () => side.client.resolveSyncConflict({ id, keep }),
    refusals: ['not-found', 'slug-taken', 'invalid'],
  });
  // Whoever answers has both before him.
  if ('value' in asked || asked.refused === 'ended') {
    const seen = marksIn(JSON.stringify([sides, now]));
    world.memory.takeAway(seen);
    if (keep === 'theirs' && postId !== null) world.memory.release(postId, seen, world.now());
  }
  return told(asked, `answers ${kind} of ${path}: ${keep}`);
};

export const settings: Act = async (turn) => {
  const { side, number, random } = turn;
  if (random.oneIn(2)) {
    const found = await look(turn, () => side.client.getSite({}));
    if (found === null) return 'finds no settings';
    const site = { ...found.site, brand: { ...found.site.brand, name: `Marque ${number}` } };
    const asked = await ask(turn, 'changing site.yml', {
      work: () => side.client.updateSite({ site, revision: found.revision }),
      refusals: ['conflict'],
    });
    return told(asked, 'changes site.yml');
  }
  const found = await look(turn, () => side.client.getCapacitySettings({}));
  if (found === null) return 'finds no settings';
  const capacity = { ...found.capacity, waitlistCount: String(number) };
  const asked = await ask(turn, 'changing capacity.yml', {
    work: () => side.client.updateCapacitySettings({ capacity, revision: found.revision }),
    refusals: ['conflict'],
  });
  return told(asked, 'changes capacity.yml');
};

/** A picture is added, or one is taken out with all that shows it. */
export const pictures: Act = async (turn) => {
  const { side, random, number } = turn;
  const images = (await look(turn, () => side.client.listImages({}))) ?? [];
  if (images.length > 0 && random.oneIn(3)) {
    const { id, filename } = random.pick(images);
    if (random.oneIn(2)) {
      const name = `autre-nom-${number}`;
      const asked = await ask(turn, 'renaming an image', {
        work: () => side.client.renameImage({ id, name }),
        refusals: ['not-found', 'conflict'],
      });
      return told(asked, `renames ${filename} to ${name}`);
    }
    const asked = await ask(turn, 'deleting an image', {
      work: () => side.client.deleteImage({ id }),
      refusals: ['not-found', 'conflict'],
    });
    return told(asked, `deletes ${filename}`);
  }
  const bytes = await plainImage(40, 30, `#10${String((number % 90) + 10)}40`)
    .png()
    .toBuffer();
  const image = { filename: `image-${number}.png`, bytes: new Uint8Array(bytes) };
  const uploaded = await ask(turn, 'uploading', { work: () => side.client.uploadImage({ image }) });
  const post = 'value' in uploaded ? await somePost(turn) : null;
  if (!('value' in uploaded) || post === null) return told(uploaded, `adds image-${number}.png`);
  const { id, slug } = post;
  const { revision } = isDesk(side) ? newestOf(post) : post;
  const asked = await ask(turn, 'showing an image', {
    work: () => side.client.updatePost({ id, revision, coverImage: uploaded.value.url }),
    refusals: ['conflict', 'not-found', 'slug-taken'],
  });
  return told(asked, `adds image-${number}.png and shows it in ${slug}`);
};

/** What a reader must not see is a fault at once. */
export async function lookAsReaders(world: World, known: Map<string, readonly string[]>): Promise<void> {
  for (const { id, revision, title, content } of await world.site.readers()) {
    const marks = known.get(revision) ?? marksIn(await content());
    known.set(revision, marks);
    for (const mark of marks) {
      const why = world.memory.whyUnseen(mark, world.now());
      if (why !== null)
        world.faults.push({ promise: 'hidden', text: `readers see ${mark} of « ${title} »: ${why}` });
    }
    const gone = world.memory.hidden().get(id);
    if (gone !== undefined)
      world.faults.push({ promise: 'hidden', text: `readers see « ${title} », which was ${gone}` });
  }
}
