import { type RefObject, useEffect } from 'react';
import type { Faults } from './use-settings-draft.ts';

/** Goes to the first field at fault each time faults are found. */
export function useFaultFocus(form: RefObject<HTMLFormElement | null>, faults: Faults): void {
  useEffect(() => {
    if (faults.size === 0) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  }, [form, faults]);
}
