import { useCallback, useEffect, useRef, useState } from 'react';
import { useAdmin } from '../context.ts';
import { useNavigation } from '../navigation.tsx';
import type { FormStore } from '../post-form/form-store.ts';
import { schedule } from '../use-debounced.ts';
import { findKept } from './find-kept.ts';
import { type KeptRecord, NEW_SUBJECT, type UnreadText } from './kept-record.ts';
import { browserTexts, createTextKey } from './open-texts.ts';
import { ANSWERS_WITHIN_MS, createPresence, FORMS_CHANNEL } from './presence.ts';
import { createTextKeeper, keepBeforeLeaving, keepForm, resumeText } from './text-keeper.ts';

/** Keeps the form's text where the host says (this browser unless said otherwise) and finds what was kept before. `id` is the article's, null while it is new. */
export function useKeptTexts(form: FormStore, id: string | null) {
  const [key] = useState(createTextKey);
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
  // A tab that is slow to answer is heard after its text was found: the text is still its own.
  const leaveToOthers = useCallback((keys: ReadonlySet<string>) => {
    setFound((all) => all.filter((record) => !keys.has(record.key)));
    setUnread((all) => all.filter((text) => !keys.has(text.key)));
  }, []);
  const { openKeys, isAny } = usePresence({ subject: id ?? NEW_SUBJECT, key, onOthers: leaveToOthers });

  useEffect(() => keepForm({ form, keeper, key }), [form, keeper, key]);
  useEffect(() => keepBeforeLeaving(window, keeper, place.rescue), [keeper, place]);

  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    const timer = window.setTimeout(() => {
      opened.current = true;
      find().catch((error: unknown) => setRefusal(place.refusalOf(error)));
    }, ANSWERS_WITHIN_MS);
    async function find(): Promise<void> {
      const state = form.state();
      const subject = state.id ?? NEW_SUBJECT;
      const kept = await (await texts).list(subject);
      const isOpen = new Set([...openKeys.current, key]);
      setUnread(kept.unread.filter((text) => !isOpen.has(text.key)));
      const { offered, spent } = await findKept({
        client,
        subject,
        records: kept.records,
        base: state.base,
        openKeys: isOpen,
      });
      for (const one of spent) void keeper.remove(one.key);
      // Who came here by « Reprendre » goes on with that text.
      const wanted = take();
      const resumed = offered.find((record) => record.key === wanted);
      if (resumed !== undefined) resumeText({ form, keeper, key }, resumed);
      setFound(offered.filter((record) => record !== resumed));
    }
    return () => window.clearTimeout(timer);
  }, [form, texts, keeper, key, openKeys, place, client, take]);

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
    isOpenElsewhere: isAny,
  };
}

export type KeptTextsState = ReturnType<typeof useKeptTexts>;

interface Presence {
  readonly subject: string;
  readonly key: string;
  /** Stable from one rendering to the next. */
  readonly onOthers: (keys: ReadonlySet<string>) => void;
}

/** The keys of other tabs' forms on this article. */
function usePresence({ subject, key, onOthers }: Presence) {
  const openKeys = useRef<ReadonlySet<string>>(new Set());
  const [isAny, setAny] = useState(false);
  useEffect(() => {
    const presence = createPresence({
      channel: new BroadcastChannel(FORMS_CHANNEL),
      subject,
      key,
      onOthers: (keys) => {
        openKeys.current = keys;
        setAny(keys.size > 0 && subject !== NEW_SUBJECT);
        onOthers(keys);
      },
    });
    const ask = () => {
      if (document.visibilityState === 'visible') presence.ask();
    };
    presence.ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      document.removeEventListener('visibilitychange', ask);
      presence.leave();
    };
  }, [subject, key, onOthers]);
  return { openKeys, isAny };
}
