import { OperationError } from '#content/contract/client.ts';
import type { EditablePost } from '#content/contract/posts-operations.ts';
import type { Random } from '#content/testing/random.ts';
import type { BlindApp } from '#desktop/testing/blind-app.ts';
import { type DraftRecord, draftRecord } from '#site/admin/draft-store/draft-record.ts';
import { findKept } from '#site/admin/draft-store/find-kept.ts';
import { baseOf } from '#site/admin/post-form/form-base.ts';
import { lastAsked } from '../admin-works.ts';
import type { Ledger } from '../ledger.ts';
import { numberIn, withNumber } from '../texts.ts';
import type { Work } from '../work.ts';
import { type Article, isToRepeat } from './desktop-site.ts';

export interface WritingContext {
  readonly app: BlindApp;
  readonly ledger: Ledger;
  readonly random: Random;
}

/** Strokes before a save, at most. */
const MOST_STROKES = 6;
/** Once in so many saves the author closes the form instead, and opens it again. */
const LEAVES_ONCE_IN = 5;

/** The texts found when the form of an article opens, as the form decides upon them. */
export async function textsFound({ host, client }: BlindApp, { id }: Pick<Article, 'id'>) {
  const post = await client.getEditablePost({ id });
  const records = (await host.listKeptTexts({ subject: id })) as unknown as readonly DraftRecord[]; // this program kept them
  const base = baseOf(post);
  return { post, ...(await findKept({ client, records, openKeys: new Set(), subject: id, base })) };
}

/**
 * Types in the form of an article, saves, and forgets what was typed, in the order and with the calls of the admin
 * (site/admin/draft-store): goes on with a text that was found.
 */
export function typingWork({ app, ledger, random }: WritingContext, article: Article): Work {
  const { host, client } = app;
  const name = article.slug;
  let number = Math.max(lastAsked(ledger, name), lastTyped(ledger, name));

  async function openForm(): Promise<DraftRecord> {
    const { post, offered, spent } = await textsFound(app, article);
    for (const { key } of spent) await host.forgetText({ key });
    const [found] = offered;
    if (found === undefined) return recordOf(post, random);
    const resumed = { ...found, key: keyFrom(random) };
    await host.keepText(resumed);
    await host.forgetText({ key: found.key });
    return resumed;
  }

  async function type(record: DraftRecord): Promise<DraftRecord> {
    number += 1;
    const { base, key, subject, values } = record;
    const content = withNumber(values.content, number);
    const typed = draftRecord({ key, subject, base, values: { ...values, content } }, new Date());
    ledger.asked('typed', name, number);
    await host.keepText(typed);
    ledger.confirmed('typed', name, number);
    return typed;
  }

  async function save({ key, base, values: { content } }: DraftRecord): Promise<void> {
    const revision = base.kind === 'new' ? {} : { revision: base.revision };
    ledger.asked('article', name, numberIn(content) ?? -1);
    const input = { id: article.id, content, ...revision };
    if (article.isLive) await client.savePendingVersion(input);
    else ledger.kept('object', (await client.updatePost(input)).revision);
    ledger.confirmed('article', name, numberIn(content) ?? -1);
    await host.forgetText({ key });
  }

  return {
    name: `typing in ${name}`,
    step: async () => {
      let record = await openForm();
      for (let left = 1 + random.below(MOST_STROKES); left > 0; left -= 1) record = await type(record);
      if (random.oneIn(LEAVES_ONCE_IN)) return;
      await save(record).catch((error: unknown) => {
        if (isToRepeat(error)) return;
        throw error instanceof OperationError
          ? new Error(`${error.message} ${JSON.stringify(error.data)}`)
          : error;
      });
    },
  };
}

/** A form that nothing was typed in yet. */
function recordOf(post: EditablePost, random: Random): DraftRecord {
  const base = baseOf(post);
  return draftRecord({ key: keyFrom(random), subject: post.id, base, values: base.values }, new Date());
}

function keyFrom(random: Random): string {
  return `form-${random.below(2 ** 31).toString(36)}-${random.below(2 ** 31).toString(36)}`;
}

function lastTyped(ledger: Ledger, slug: string): number {
  return ledger.texts().find(({ kind, name }) => kind === 'typed' && name === slug)?.asked ?? -1;
}
