import { type SubmitEvent, useRef } from 'react';
import type * as z from 'zod';
import { faultsOf } from '#content/contract/input-reason.ts';
import { useLeaveGuard } from '../navigation.tsx';
import { useFailure } from '../toasts.tsx';
import { useFaultFocus } from './use-fault-focus.ts';
import { useSaveOutcome } from './use-save-outcome.ts';
import { type Revised, useSettingsDraft } from './use-settings-draft.ts';

interface SettingsForm<Value> {
  readonly loaded: Revised;
  readonly schema: z.ZodType<Value>;
  /** Saves what was written from a revision; resolves once the answer is what the admin knows. */
  readonly send: (value: Value, revision: string | null) => Promise<void>;
  /** What is saved now: asked when somebody else saved meanwhile. */
  readonly reread: () => Promise<Revised>;
  readonly texts: { readonly saved: string; readonly failed: string };
}

/** A form of settings: its draft, checked before it is sent; what is wrong is told at its field, and leaving asks. */
export function useSettingsForm<Value>({ loaded, schema, send, reread, texts }: SettingsForm<Value>) {
  const draft = useSettingsDraft(loaded);
  const form = useRef<HTMLFormElement>(null);
  const fail = useFailure();
  const { onSuccess, onError } = useSaveOutcome({ draft, reread, texts });
  useLeaveGuard(draft.isDirty);
  useFaultFocus(form, draft.faults);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const checked = schema.safeParse(draft.draft, { reportInput: true });
    if (checked.success) {
      send(checked.data, draft.revision).then(onSuccess, onError);
      return;
    }
    draft.refuse(faultsOf(checked.error));
    fail('Un champ est à corriger.');
  }

  return { draft, form, submit };
}
