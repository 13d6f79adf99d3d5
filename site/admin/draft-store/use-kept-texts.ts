import { useEffect, useRef, useState } from 'react';
import type { FormStore } from '../post-form/form-store.ts';
import { createDraftKeeper } from './draft-keeper.ts';
import { type DraftRecord, NEW_SUBJECT, sortKept } from './draft-record.ts';
import { keepBeforeLeaving, keepForm, recordOf } from './keep-form.ts';
import { createDraftKey, openDrafts } from './open-drafts.ts';
import { createPresence } from './presence.ts';

/** Tabs that have a form open answer within this time. */
const ANSWERS_WITHIN_MS = 150;
const CHANNEL = 'encrier-forms';

export interface KeptTextsState {
  /** Texts found when the form opened, not yet decided upon, the newest first. */
  readonly found: readonly DraftRecord[];
  /** Goes on with a found text; what the form held is kept under a key of its own. */
  readonly resume: (record: DraftRecord) => void;
  readonly discard: (record: DraftRecord) => void;
  /** Whether the browser takes what is typed. */
  readonly isKept: boolean;
  /** Whether another tab has this article open. */
  readonly isOpenElsewhere: boolean;
}

function schedule(run: () => void, delay: number): () => void {
  const timer = window.setTimeout(run, delay);
  return () => window.clearTimeout(timer);
}

/** Keeps the form's text in this browser and finds what was kept before. `id` is the article's, null while it is new. */
export function useKeptTexts(form: FormStore, id: string | null): KeptTextsState {
  const [key] = useState(createDraftKey);
  const [found, setFound] = useState<readonly DraftRecord[]>([]);
  const [isKept, setKept] = useState(true);
  const [drafts] = useState(() => openDrafts(window));
  const [keeper] = useState(() => createDraftKeeper({ store: drafts, schedule, onKept: setKept }));
  const { openKeys, isAny } = usePresence(id ?? NEW_SUBJECT, key);

  useEffect(() => keepForm({ form, keeper, key }), [form, keeper, key]);
  useEffect(() => keepBeforeLeaving(window, keeper, window.localStorage), [keeper]);

  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    const timer = window.setTimeout(() => {
      opened.current = true;
      void find();
    }, ANSWERS_WITHIN_MS);
    async function find(): Promise<void> {
      const state = form.state();
      const records = await (await drafts).list(state.id ?? NEW_SUBJECT);
      const sorted = sortKept({ records, openKeys: new Set([...openKeys.current, key]), base: state.base });
      for (const spent of sorted.spent) void keeper.remove(spent.key);
      setFound(sorted.offered);
    }
    return () => window.clearTimeout(timer);
  }, [form, drafts, keeper, key, openKeys]);

  const leaveOut = (record: DraftRecord) => setFound((all) => all.filter((other) => other !== record));
  return {
    found,
    resume(record) {
      const typed = recordOf(form, createDraftKey());
      if (typed !== null) void keeper.move(typed, key);
      form.change({ kind: 'resumed', base: record.base, values: record.values });
      const resumed = recordOf(form, key);
      if (resumed !== null) void keeper.move(resumed, record.key);
      leaveOut(record);
    },
    discard(record) {
      void keeper.remove(record.key);
      leaveOut(record);
    },
    isKept,
    isOpenElsewhere: isAny,
  };
}

/** The keys of other tabs' forms on this article. */
function usePresence(subject: string, key: string) {
  const openKeys = useRef<ReadonlySet<string>>(new Set());
  const [isAny, setAny] = useState(false);
  useEffect(() => {
    const presence = createPresence({
      channel: new BroadcastChannel(CHANNEL),
      subject,
      key,
      onOthers: (keys) => {
        openKeys.current = keys;
        setAny(keys.size > 0 && subject !== NEW_SUBJECT);
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
  }, [subject, key]);
  return { openKeys, isAny };
}
