import { useEffect } from 'react';
import { OperationError } from '#content/contract/client.ts';
import { type SitePreview, useAdmin } from '../context.ts';
import { sentFields } from '../post-form/changed-fields.ts';
import type { FormStore } from '../post-form/form-store.ts';
import { schedule } from '../use-settled.ts';

/** After the last stroke, in milliseconds: a page is made anew for each text that is shown. */
const SHOW_AFTER_MS = 300;
/** A long text takes longer to send and to convert: a second more for each million characters. */
const MORE_PER_CHARACTER_MS = 0.001;

/** Shows what a form holds on the previewed site, where there is one, as it is typed. */
export function useShownText(form: FormStore): void {
  const { sitePreview: site } = useAdmin();
  useEffect(() => (site === undefined ? undefined : showForm(form, site)), [form, site]);
}

function showForm(form: FormStore, site: SitePreview): () => void {
  let cancel = (): void => undefined;
  let last = form.state();
  const show = () => {
    const { id, values } = form.state();
    site.show({ id, post: sentFields(values) }).catch(passOver);
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
    site.show(null).catch(passOver);
  };
}

/** What could not be saved yet, such as an article without a title, is not shown: its last text that could stays. */
function passOver(error: unknown): void {
  if (!(error instanceof OperationError)) throw error;
}
