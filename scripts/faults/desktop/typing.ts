import type { Client } from '#content/contract/client.ts';
import type { BlindApp } from '#desktop/testing/blind-app.ts';
import { findKept } from '#site/admin/kept-texts/find-kept.ts';
import { type KeptRecord, keptRecord } from '#site/admin/kept-texts/kept-record.ts';
import { baseOf } from '#site/admin/post-form/form-state.ts';
import { type Article, lastAsked, type WorkContext } from '../author-works.ts';
import { numberIn, withNumber } from '../texts.ts';
import { attempt, type Work } from '../work.ts';
import type { DesktopArticle } from './desktop-site.ts';

/** The author at the desktop app. */
export interface WritingContext extends WorkContext {
  readonly host: BlindApp['host'];
}

/** How the app may refuse a change that is then tried again. */
export const APP_REFUSALS = ['locked', 'starting'] as const;
/** Strokes before a save, at most. */
const MOST_STROKES = 6;
/** Once in so many saves the author closes the form instead, and opens it again. */
const LEAVES_ONCE_IN = 5;

/** The texts found when the form of an article opens, as the form decides upon them. */
export async function textsFound(
  { client, host }: { readonly client: Client; readonly host: BlindApp['host'] },
  { id }: Pick<Article, 'id'>,
) {
  const post = await client.getEditablePost({ id });
  const records = (await host.listKeptTexts({ subject: id })) as unknown as readonly KeptRecord[]; // this program kept them
  const base = baseOf(post);
  return { post, ...(await findKept({ client, records, openKeys: new Set(), subject: id, base })) };
}

/**
 * Types in the form of an article, saves, and forgets what was typed, in the order and with the calls of the admin
 * (site/admin/kept-texts): goes on with a text that was found.
 */
export function typingWork(context: WritingContext, article: DesktopArticle): Work {
  const { host, client, ledger, random, mayRefuse } = context;
  const name = article.slug;
  let number = lastAsked(ledger, name);

  async function openForm(): Promise<KeptRecord> {
    const { post, offered, spent } = await textsFound(context, article);
    for (const { key } of spent) await host.forgetText({ key });
    const key = `form-${random.below(2 ** 31).toString(36)}-${random.below(2 ** 31).toString(36)}`;
    const [found] = offered;
    if (found === undefined) {
      const base = baseOf(post);
      return keptRecord({ key, subject: post.id, base, values: base.values }, new Date());
    }
    const resumed = { ...found, key };
    await host.keepText(resumed);
    await host.forgetText({ key: found.key });
    return resumed;
  }

  async function type({ base, key, subject, values }: KeptRecord): Promise<KeptRecord> {
    number += 1;
    const content = withNumber(values.content, number);
    const typed = keptRecord({ key, subject, base, values: { ...values, content } }, new Date());
    ledger.asked('typed', name, number);
    await host.keepText(typed);
    ledger.confirmed('typed', name, number);
    return typed;
  }

  async function save({ key, base, values: { content } }: KeptRecord): Promise<void> {
    const revision = base.kind === 'new' ? {} : { revision: base.revision };
    const saved = numberIn(content) ?? -1;
    ledger.asked('article', name, saved);
    const input = { id: article.id, content, ...revision };
    if (article.isLive) await client.savePendingVersion(input);
    else ledger.kept('object', (await client.updatePost(input)).revision);
    ledger.confirmed('article', name, saved);
    await host.forgetText({ key });
  }

  return {
    name: `typing in ${name}`,
    step: async () => {
      let record = await openForm();
      for (let left = 1 + random.below(MOST_STROKES); left > 0; left -= 1) record = await type(record);
      if (!random.oneIn(LEAVES_ONCE_IN)) await attempt('saving', mayRefuse, () => save(record));
    },
  };
}
