import { useAdmin } from '../context.ts';
import { usePostStages, usePublish } from '../publish-bar/use-publishing.ts';
import { type FormState, isDirty } from './form-state.ts';
import type { FormStore } from './form-store.ts';
import type { Publishing } from './phase.ts';
import type { SaveIntent } from './save-post.ts';
import type { Writing } from './use-writing.ts';

interface PublicationOptions {
  readonly form: FormStore;
  readonly writing: Writing;
  /** All is saved and said: the list can come back. */
  readonly onDone: () => void;
}

/** What the main button and Ctrl+S do, and publishing where that is another thing than saving. */
export function usePublication({ form, writing, onDone }: PublicationOptions) {
  const publishing: Publishing = useAdmin().publishing === undefined ? 'by-saving' : 'apart';
  const state = form.state();
  const stages = usePostStages(state.id === null ? [] : [state.id]);
  const { publish } = usePublish({
    // Applied alone it meets the same clash, and the form shows both texts.
    showClash: () => writing.saveNow('apply', true),
  });

  async function publishNow(): Promise<void> {
    if (isDirty(form.state())) await writing.saveNow('pending', false);
    const { id } = form.state();
    if (id === null || isDirty(form.state())) return;
    const left = await publish([id]);
    if (left?.length === 0) onDone();
  }

  return {
    publishing,
    ...intentsOf(state, publishing),
    staged: stages === null ? null : state.id === null ? NEW_DRAFT : stages.get(state.id),
    publish: publishing === 'by-saving' ? null : () => void publishNow(),
  };
}

const NEW_DRAFT = { id: '', stage: 'draft', waits: null } as const;

interface Intents {
  /** Of the main button. */
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
