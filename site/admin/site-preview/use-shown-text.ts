import { useEffect, useEffectEvent } from 'react';
import { OperationError } from '#content/contract/client.ts';
import { type SitePreview, useAdmin } from '../context.ts';
import type { FormStore } from '../post-form/form-store.ts';
import { sentFields } from '../post-form/form-values.ts';
import { useFailure } from '../toasts.tsx';
import { schedule } from '../use-debounced.ts';

/** Shows what a form holds on the previewed site, where there is one, as it is typed. */
export function useShownText(form: FormStore): void {
  const { sitePreview: site } = useAdmin();
  const fail = useFailure();
  const onFailed = useEffectEvent((error: unknown) => {
    fail('Le site ne montre plus ce que vous tapez', error);
  });
  useEffect(() => (site === undefined ? undefined : showForm(form, site, onFailed)), [form, site]);
}

/** After the last stroke, in milliseconds: a page is made anew for each text that is shown. */
const SHOW_AFTER_MS = 300;
/** A long text takes longer to send and to convert: a second more for each million characters. */
const MORE_PER_CHARACTER_MS = 0.001;

/** Shows on the previewed site what a form holds, as it is typed; gives what stops it. `onFailed` is told once of what goes on failing. */
export function showForm(
  form: FormStore,
  site: Pick<SitePreview, 'show'>,
  onFailed: (error: unknown) => void,
): () => void {
  let cancel = (): void => undefined;
  let last = form.state();
  let isFailing = false;
  async function put(text: Parameters<SitePreview['show']>[0]): Promise<void> {
    try {
      await site.show(text);
      isFailing = false;
    } catch (error) {
      if (isUnsavable(error)) return;
      if (!isFailing) onFailed(error);
      isFailing = true;
    }
  }
  const show = () => {
    const { id, values } = form.state();
    void put({ id, post: sentFields(values) });
  };
  const stop = form.subscribe(() => {
    const state = form.state();
    if (state.values === last.values && state.id === last.id) return;
    last = state;
    cancel();
    const delay = SHOW_AFTER_MS + state.values.content.length * MORE_PER_CHARACTER_MS;
    cancel = schedule(show, delay);
  });
  show();
  return () => {
    stop();
    cancel();
    void put(null);
  };
}

/**
 * What could not be saved yet, such as an article without a title, or no longer, as one that is in the bin, is not shown: its
 * last text that could stays.
 */
function isUnsavable(error: unknown): boolean {
  return error instanceof OperationError && (error.code === 'invalid' || error.code === 'not-found');
}
