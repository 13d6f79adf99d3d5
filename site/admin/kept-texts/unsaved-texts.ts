import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { OperationError } from '#content/contract/client.ts';
import { useAdmin } from '../context.ts';
import { baseOf, type FormBase, newBase } from '../post-form/form-state.ts';
import type { FormValues } from '../post-form/form-values.ts';
import { type Article, findKept, type PostClient } from './find-kept.ts';
import { type KeptRecord, NEW_SUBJECT, type UnreadText } from './kept-record.ts';
import { browserTexts } from './open-texts.ts';
import { openForms } from './presence.ts';
import type { TextStore } from './text-store.ts';

/** A text that was typed and not saved. */
export interface UnsavedText {
  readonly record: KeptRecord;
  /** What there is of its article now; null when that cannot be opened, as when it is in the bin. */
  readonly now: FormValues | null;
}

interface UnsavedTexts {
  /** Worth offering, the newest first. */
  readonly texts: readonly UnsavedText[];
  readonly unread: readonly UnreadText[];
}

interface Asked {
  readonly client: PostClient;
  readonly store: TextStore;
  /** The one that is asked about; all of them where none is. */
  readonly article?: Article;
}

/**
 * The texts worth offering, the newest first, to the form of an article or to the list of all; what was saved already is
 * removed. Rejects when what is kept, or an article, cannot be asked for.
 */
export async function unsavedTexts({ client, store, article }: Asked): Promise<UnsavedTexts> {
  const { records: all, unread } = await store.list(article?.subject);
  if (all.length + unread.length === 0) return { texts: [], unread };
  // Their texts are theirs.
  const open = new Set((await openForms()).map(({ key }) => key));
  const found: UnsavedText[] = [];
  for (const subject of new Set(all.map((record) => record.subject))) {
    const records = all.filter((record) => record.subject === subject);
    const base = article === undefined ? await baseNow(client, subject) : article.base;
    const kept =
      base === null
        ? { offered: records.filter(({ key }) => !open.has(key)), spent: [] }
        : await findKept({ client, records, openKeys: open, subject, base });
    // What cannot be removed is found spent again.
    for (const { key } of kept.spent) await store.remove(key).catch(() => undefined);
    found.push(...kept.offered.map((record) => ({ record, now: base === null ? null : base.values })));
  }
  return {
    texts: found.sort((a, b) => (a.record.keptAt < b.record.keptAt ? 1 : -1)),
    unread: unread.filter(({ key }) => !open.has(key)),
  };
}

/** What a form of this article would open on; null when none can. */
async function baseNow(client: PostClient, subject: string): Promise<FormBase | null> {
  if (subject === NEW_SUBJECT) return newBase();
  try {
    return baseOf(await client.getEditablePost({ id: subject }));
  } catch (error) {
    if (error instanceof OperationError && (error.code === 'not-found' || error.code === 'invalid'))
      return null;
    throw error;
  }
}

const KEY = ['unsaved-texts'] as const;

/** Texts that were typed and not saved, wherever the host keeps them. Looked for each time the list of articles is shown. */
export function useUnsavedTexts() {
  const { client, texts } = useAdmin();
  const queries = useQueryClient();
  const [place] = useState(() => texts ?? browserTexts(window));
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async () => unsavedTexts({ client, store: await place.open() }),
    gcTime: 0,
  });
  function leaveOut(removed: KeptRecord | UnreadText): void {
    queries.setQueryData<UnsavedTexts>(KEY, (all) =>
      all === undefined
        ? all
        : {
            texts: all.texts.filter(({ record }) => record !== removed),
            unread: all.unread.filter((text) => text !== removed),
          },
    );
  }
  return {
    texts: data?.texts ?? [],
    unread: data?.unread ?? [],
    place,
    /** Removes a text for good. Rejects when it is not. */
    async discard(record: KeptRecord): Promise<void> {
      await (await place.open()).remove(record.key);
      leaveOut(record);
    },
    /** As {@link discard}, of a text that cannot be read. */
    async drop(text: UnreadText): Promise<void> {
      await text.drop();
      leaveOut(text);
    },
  };
}
