import { useEffect, useState } from 'react';
import { usePostStages, usePublish } from '../publish-bar/use-publishing.ts';
import { type FormState, isDirty } from './form-state.ts';
import type { FormStore } from './form-store.ts';
import { comingWords, type Publishing, publishWord, savedPhase, saveWord } from './phase.ts';
import type { SaveIntent } from './save-post.ts';
import type { Writing } from './use-writing.ts';

interface PublicationOptions {
  readonly form: FormStore;
  readonly publishing: Publishing;
  readonly writing: Writing;
  readonly mayTake: () => boolean;
  /** All is saved and said: the list can come back. */
  readonly onDone: () => void;
}

/** What the main button and Ctrl+S do, in which words, and publishing where that is another thing than saving. */
export function usePublication({ form, publishing, writing, mayTake, onDone }: PublicationOptions) {
  const now = useNow();
  const [isUpdating, setUpdating] = useState(false);
  const state = form.state();
  const stages = usePostStages(state.id === null ? [] : [state.id]);
  const { publish } = usePublish({
    post: state.values,
    // Applied alone it meets the same clash, and the form shows both texts.
    showClash: () => writing.saveNow('apply', true),
  });

  async function publishNow(): Promise<void> {
    if (!mayTake()) return;
    if (isDirty(form.state())) await writing.saveNow('pending', false);
    const { id } = form.state();
    if (id === null || isDirty(form.state())) return;
    const left = await publish([id]);
    if (left?.length === 0 && !isDirty(form.state())) onDone();
  }

  const intents = intentsOf(state, publishing);
  const hasPending = state.base.kind === 'pending';
  const word = publishWord(state, now);

  function bring(): void {
    if (publishing === 'apart') void publishNow();
    else void writing.save(intents.main, true);
  }
  /** What readers have already changes by it: they may be told how. */
  function bringOrAsk(): void {
    const isUpdate = word === 'Mettre à jour' && (hasPending || isDirty(form.state()));
    if (isUpdate && writing.isReady()) setUpdating(true);
    else if (!isUpdate) bring();
  }

  return {
    ...intents,
    staged: stages === null ? null : state.id === null ? NEW_DRAFT : stages.get(state.id),
    phase: savedPhase(state, { publishing, now }),
    /** What a save changes of it, in French; null when nothing. */
    coming: comingWords(state, { publishing, now }),
    saveWord: saveWord(state, { publishing, now }),
    save: publishing === 'by-saving' ? bringOrAsk : () => void writing.save(intents.main, true),
    /** Null where saving publishes, and while nothing waits to be published. */
    publish:
      publishing === 'apart' && hasPending ? { word, isNext: !isDirty(state), onPublish: bringOrAsk } : null,
    /** The question what readers are told of an update; null while it is not asked. */
    update: !isUpdating
      ? null
      : {
          go: () => {
            setUpdating(false);
            bring();
          },
          leave: () => setUpdating(false),
        },
  };
}

export type Publication = ReturnType<typeof usePublication>;

const NEW_DRAFT = { id: '', stage: 'draft', waits: null } as const;

interface Intents {
  readonly main: SaveIntent;
  /** Of Ctrl+S, which never brings anything to readers that waits. */
  readonly key: SaveIntent;
}

/** Where publishing is apart from saving, all that concerns readers waits until it is published. */
export function intentsOf(
  { base, values, live }: Pick<FormState, 'base' | 'values' | 'live'>,
  publishing: Publishing,
): Intents {
  const hasPending = base.kind === 'pending';
  if (publishing === 'by-saving')
    return { main: hasPending ? 'apply' : 'live', key: hasPending ? 'pending' : 'live' };
  const isForReaders = hasPending || values.isPublished || live?.base.values.isPublished === true;
  const intent = isForReaders ? 'pending' : 'live';
  return { main: intent, key: intent };
}

const EVERY_MS = 20_000;

/** The time, near enough to say whether a date has come. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}
