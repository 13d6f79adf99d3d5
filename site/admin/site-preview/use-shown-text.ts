import { useEffect, useEffectEvent } from 'react';
import { useAdmin } from '../context.ts';
import { withReason } from '../error-text.ts';
import type { FormStore } from '../post-form/form-store.ts';
import { useFailure } from '../toasts.tsx';
import { showForm } from './show-form.ts';

/** Shows what a form holds on the previewed site, where there is one, as it is typed. */
export function useShownText(form: FormStore): void {
  const { sitePreview: site } = useAdmin();
  const fail = useFailure();
  const onFailed = useEffectEvent((error: unknown) => {
    fail(withReason('Le site ne montre plus ce que vous tapez', error));
  });
  useEffect(() => (site === undefined ? undefined : showForm(form, site, onFailed)), [form, site]);
}
