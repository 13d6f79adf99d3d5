import { useEffect, useRef, useState } from 'react';
import { useAdmin } from '../context.ts';
import { createId } from '../create-id.ts';
import { useNavigation } from '../navigation.tsx';
import type { FormStore } from '../post-form/form-store.ts';
import { schedule } from '../use-debounced.ts';
import { type KeptRecord, NEW_SUBJECT, type UnreadText } from './kept-record.ts';
import { browserTexts } from './open-texts.ts';
import { createPresence } from './presence.ts';
import { createTextKeeper, keepBeforeLeaving, keepForm, resumeText } from './text-keeper.ts';
import { unsavedTexts } from './unsaved-texts.ts';

/** Keeps the form's text where the host says (this browser unless said otherwise) and finds what was kept before. `id` is the article's, null while it is new. */
export function useKeptTexts(form: FormStore, id: string | null) {
  const [key] = useState(createId);
  const [found, setFound] = useState<readonly KeptRecord[]>([]);
  const [unread, setUnread] = useState<readonly UnreadText[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { client, texts: given } = useAdmin();
  const [place] = useState(() => given ?? browserTexts(window));
  const [texts] = useState(place.open);
  const [keeper] = useState(() =>
    createTextKeeper({
      store: texts,
      schedule,
      onKept: () => setRefusal(null),
      onRefused: (error) => setRefusal(place.refusalOf(error)),
    }),
  );
  const { take } = useNavigation();
  const isOpenElsewhere = useIsOpenElsewhere(id ?? NEW_SUBJECT, key);

  useEffect(() => keepForm({ form, keeper, key }), [form, keeper, key]);
  useEffect(() => keepBeforeLeaving(window, keeper, place.rescue), [keeper, place]);

  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    find().catch((error: unknown) => setRefusal(place.refusalOf(error)));
    async function find(): Promise<void> {
      const { id, base } = form.state();
      const article = { subject: id ?? NEW_SUBJECT, base };
      const kept = await unsavedTexts({ client, store: await texts, article });
      setUnread(kept.unread);
      const offered = kept.texts.map(({ record }) => record);
      // Who came here by « Reprendre » goes on with that text.
      const wanted = take();
      const resumed = offered.find((record) => record.key === wanted);
      if (resumed !== undefined) resumeText({ form, keeper, key }, resumed);
      setFound(offered.filter((record) => record !== resumed));
    }
  }, [form, texts, keeper, key, place, client, take]);

  const leaveOut = (record: KeptRecord) => setFound((all) => all.filter((other) => other !== record));
  return {
    /** Texts found when the form opened, not yet decided upon, the newest first. */
    found,
    /** Goes on with a found text; what the form held is kept under a key of its own. */
    resume(record: KeptRecord): void {
      resumeText({ form, keeper, key }, record);
      leaveOut(record);
    },
    discard(record: KeptRecord): void {
      void keeper.remove(record.key);
      leaveOut(record);
    },
    /** Found too, but this program cannot go on with them. */
    unread,
    drop(text: UnreadText): void {
      text.drop().then(
        () => setUnread((all) => all.filter((other) => other !== text)),
        (error: unknown) => setRefusal(place.refusalOf(error)),
      );
    },
    /** Why what is typed is not kept, in French; null when all is well. */
    refusal,
    place,
    /** Whether another tab has this article open. */
    isOpenElsewhere,
  };
}

export type KeptTextsState = ReturnType<typeof useKeptTexts>;

/** Whether a form in another tab has the same article; new ones are one each. */
function useIsOpenElsewhere(subject: string, key: string): boolean {
  const [isAny, setAny] = useState(false);
  useEffect(() => {
    const presence = createPresence({ subject, key, onOthers: setAny });
    document.addEventListener('visibilitychange', presence.look);
    return () => {
      document.removeEventListener('visibilitychange', presence.look);
      presence.leave();
    };
  }, [subject, key]);
  return isAny && subject !== NEW_SUBJECT;
}
