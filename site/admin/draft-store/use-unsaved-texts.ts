import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdmin } from '../context.ts';
import type { DraftRecord, UnreadText } from './draft-record.ts';
import { browserDrafts } from './open-drafts.ts';
import { ANSWERS_WITHIN_MS, askOpenForms, FORMS_CHANNEL } from './presence.ts';
import { type UnsavedTexts, unsavedTexts } from './unsaved-texts.ts';

const KEY = ['unsaved-texts'] as const;

/** Texts that were typed and not saved, wherever the host keeps them. Looked for each time the list of articles is shown. */
export function useUnsavedTexts() {
  const { client, drafts } = useAdmin();
  const queries = useQueryClient();
  const [place] = useState(() => drafts ?? browserDrafts(window));
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async () => unsavedTexts({ client, store: await place.open(), openKeys }),
    gcTime: 0,
    refetchOnMount: 'always',
  });
  function leaveOut(removed: DraftRecord | UnreadText): void {
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
    async discard(record: DraftRecord): Promise<void> {
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

async function openKeys(): Promise<ReadonlySet<string>> {
  const asked = askOpenForms(new BroadcastChannel(FORMS_CHANNEL));
  await new Promise((resolve) => setTimeout(resolve, ANSWERS_WITHIN_MS));
  asked.leave();
  return asked.keys();
}
