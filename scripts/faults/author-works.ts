import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { capacitySchema } from '#content/model/capacity.ts';
import { plainImage } from '#content/testing/images.ts';
import type { Random } from '#content/testing/random.ts';
import type { Author } from './author.ts';
import type { Ledger } from './ledger.ts';
import { numberedText } from './texts.ts';
import { outcome, type Work } from './work.ts';

export interface WorkContext {
  readonly author: Author;
  readonly ledger: Ledger;
  readonly random: Random;
  /** Between two changes of one kind, in milliseconds: git, which is refused when somebody was quicker, needs its turn. */
  readonly longestPauseMs: number;
}

const savedSchema = z.object({ id: z.string(), revision: z.string() });
const imageSchema = z.object({ url: z.string() });
const settingsSchema = z.object({ capacity: capacitySchema, revision: z.string().nullable() });

/** A new published article; what is confirmed is in the ledger. */
export async function createArticle(
  { author, ledger }: Pick<WorkContext, 'author' | 'ledger'>,
  slug: string,
  content = numberedText(0),
): Promise<string | null> {
  ledger.asked('article', slug, 0);
  const body = { title: `Article ${slug}`, slug, content, isPublished: true };
  const answer = await author.call('POST /api/admin/posts', body);
  if (outcome('creating', answer) !== 'done') return null;
  const { id, revision } = savedSchema.parse(answer.value);
  ledger.confirmed('article', slug, 0);
  ledger.kept('object', revision);
  return id;
}

/** Saves one article again and again. */
export function savingWork(
  context: WorkContext,
  article: { readonly id: string; readonly slug: string },
): Work {
  const { author, ledger, random, longestPauseMs } = context;
  let number = lastAsked(ledger, article.slug);
  return {
    name: 'saves',
    step: async () => {
      number += 1;
      ledger.asked('article', article.slug, number);
      const answer = await author.call(`PUT /api/admin/posts/${article.id}`, {
        content: numberedText(number),
      });
      if (outcome('saving', answer) === 'done') {
        ledger.confirmed('article', article.slug, number);
        ledger.kept('object', savedSchema.parse(answer.value).revision);
      }
      await pause(random.below(longestPauseMs));
    },
  };
}

/** Creates an article, then another. */
export function creatingWork(context: WorkContext, prefix: string): Work {
  let count = 0;
  return {
    name: 'new articles',
    step: async () => {
      count += 1;
      await createArticle(context, `${prefix}-${count}`);
      await pause(context.random.below(context.longestPauseMs));
    },
  };
}

/** Uploads pictures that are all different. */
export function uploadingWork({ author, ledger, random, longestPauseMs }: WorkContext): Work {
  return {
    name: 'uploads',
    step: async () => {
      const colour = `#${random.below(0x1000000).toString(16).padStart(6, '0')}`;
      const bytes = await plainImage(40 + random.below(400), 40, colour)
        .png()
        .toBuffer();
      const form = new FormData();
      form.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'photo.png');
      const answer = await author.call('POST /api/admin/upload', form);
      if (outcome('uploading', answer) === 'done') ledger.kept('image', imageSchema.parse(answer.value).url);
      await pause(random.below(longestPauseMs));
    },
  };
}

/** Changes the waiting list of the settings. */
export function settingsWork({ author, ledger, random, longestPauseMs }: WorkContext): Work {
  let number = lastAsked(ledger, '');
  return {
    name: 'settings',
    step: async () => {
      const read = settingsSchema.parse((await author.call('GET /api/admin/capacity')).value);
      number += 1;
      ledger.asked('settings', '', number);
      const capacity = { ...read.capacity, waitlistCount: String(number) };
      const body = { capacity, revision: read.revision };
      const answer = await author.call('PUT /api/admin/capacity', body);
      if (outcome('saving settings', answer) === 'done') ledger.confirmed('settings', '', number);
      await pause(random.below(longestPauseMs));
    },
  };
}

/** The highest number that was sent under a name; -1 for none. */
export function lastAsked(ledger: Ledger, name: string): number {
  return Math.max(
    -1,
    ...ledger
      .texts()
      .filter((text) => text.name === name)
      .map(({ asked }) => asked),
  );
}
