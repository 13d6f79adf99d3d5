import { setTimeout as pause } from 'node:timers/promises';
import { plainImage } from '#content/testing/images.ts';
import { numberedText, numberIn } from '../texts.ts';
import type { Work } from '../work.ts';
import { type Article, type DesktopSite, isToRepeat } from './desktop-site.ts';
import type { WritingContext } from './typing.ts';

const LONGEST_PAUSE_MS = 400;
const LONGEST_CUT_MS = 700;
const LONGEST_WAIT_FOR_PUSH_MS = 1500;
/** About as long as a push takes. */
const LONGEST_PUSH_MS = 120;
/** What git says of a server that went away, or is not there yet. */
const NOBODY_THERE =
  /connect|Empty reply|hung up|Authentication failed|early EOF|RPC failed|Recv failure|curl|returned error: 50\d|unexpected/i;

/** Publishes what waits of these articles, one or all, as « Publier » does. */
export function publishingWork({ app, ledger, random }: WritingContext, articles: readonly Article[]): Work {
  const { client, host } = app;
  async function publish(): Promise<void> {
    const waiting = (await host.getPublishing({})).waiting.map(({ id }) => id);
    const asked = articles.filter(({ id }) => waiting.includes(id));
    const some = random.oneIn(2) ? asked : asked.slice(0, 1);
    if (some.length === 0) return;
    const before = new Map<string, number>();
    for (const { id, slug } of some) {
      const { content, pending } = await client.getEditablePost({ id });
      before.set(slug, numberIn(pending?.content ?? content) ?? -1);
    }
    for (const [slug, number] of before) ledger.asked('published', slug, number);
    const { published } = await host.publishPosts({ ids: some.map(({ id }) => id) });
    for (const { id, slug } of some)
      if (published.some((post) => post.id === id))
        ledger.confirmed('published', slug, before.get(slug) ?? -1);
  }
  return {
    name: 'publishing',
    step: async () => {
      await pause(random.below(LONGEST_PAUSE_MS));
      await publish().catch(repeatable);
    },
  };
}

/** New articles, ready for readers, published at once or with others. */
export function writingNewWork({ app, ledger, random }: WritingContext, prefix: string): Work {
  const { client, host } = app;
  let count = 0;
  async function write(): Promise<void> {
    count += 1;
    const slug = `${prefix}-${count}`;
    ledger.asked('article', slug, 1);
    const { id, revision } = await client.createPost({
      ...{ title: `Article ${slug}`, slug, content: numberedText(1), isPublished: false },
    });
    ledger.confirmed('article', slug, 1);
    ledger.kept('object', revision);
    if (random.oneIn(2)) return;
    ledger.asked('published', slug, 1);
    const { published } = await host.publishPosts({ ids: [id] });
    if (published.length > 0) ledger.confirmed('published', slug, 1);
  }
  return {
    name: 'new articles',
    step: async () => {
      await pause(random.below(LONGEST_PAUSE_MS));
      await write().catch(repeatable);
    },
  };
}

/** Pictures that are all different. */
export function picturesWork({ app, ledger, random }: WritingContext): Work {
  async function add(): Promise<void> {
    const colour = `#${random.below(0x1000000).toString(16).padStart(6, '0')}`;
    const picture = plainImage(40 + random.below(1200), 40 + random.below(800), colour).png();
    const bytes = new Uint8Array(await picture.toBuffer());
    const { filename } = await app.client.uploadImage({ image: { filename: 'photo.png', bytes } });
    ledger.kept('image', filename);
  }
  return {
    name: 'pictures',
    step: async () => {
      await pause(random.below(LONGEST_PAUSE_MS));
      await add().catch(repeatable);
    },
  };
}

/** The server is killed while a push arrives, with or without its git programs, and comes back. */
export function serverWork(
  { app, random }: WritingContext,
  { wire, server }: Pick<DesktopSite, 'wire' | 'server'>,
): Work {
  return {
    name: 'the server',
    step: async () => {
      const pushes = wire.pushes();
      const end = performance.now() + LONGEST_WAIT_FOR_PUSH_MS;
      while (wire.pushes() === pushes && performance.now() < end) await pause(2);
      await pause(random.below(LONGEST_PUSH_MS));
      await server.killAndStart(random.oneIn(2) ? 'server' : 'everything');
      await app.client.syncNow({});
    },
  };
}

/** A work of a program that talks to the server by itself: it tries again when nobody is there. */
export function despiteServer({ name, step }: Work): Work {
  return {
    name,
    step: () =>
      step().catch(async (error: unknown) => {
        if (!NOBODY_THERE.test(String(error))) throw error;
        await pause(LONGEST_PAUSE_MS);
      }),
  };
}

/** The network goes and comes back; at times right after a push arrived, whose answer is lost. */
export function wireWork({ app, random }: WritingContext, { wire }: Pick<DesktopSite, 'wire'>): Work {
  return {
    name: 'the network',
    step: async () => {
      await pause(random.below(2 * LONGEST_CUT_MS));
      if (random.oneIn(2)) wire.cutAfterPush();
      else wire.cut();
      await pause(random.below(LONGEST_CUT_MS));
      wire.mend();
      await app.client.syncNow({});
    },
  };
}

function repeatable(error: unknown): void {
  if (!isToRepeat(error)) throw error;
}
