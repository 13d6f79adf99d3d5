import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import * as z from 'zod';
import { faultsOf } from '#content/contract/input-reason.ts';
import { fieldFault, messageOf } from '../error-text.ts';

export interface TextForm<Sent> {
  /** What its fields hold, with the sentences that a person reads where they do not fit. */
  readonly schema: z.ZodType<Sent>;
  readonly send: (sent: Sent, form: HTMLFormElement) => Promise<unknown>;
  /** What is said of a refusal that gives no reason. */
  readonly failed?: string;
  /** Whether all that does not fit is told at once. */
  readonly tells?: 'first' | 'all';
}

const UNSAID = 'Une erreur est survenue\u00a0: réessayez.';

/** What is wrong with each field, by its name; '' for what is no field's. */
type Faults = ReadonlyMap<string, string>;
const NO_FAULTS: Faults = new Map();

/** A form whose fields are read when it is sent: what will not do is told at its field, and the first of those gets the focus. */
export function useTextForm<Sent>({ schema, send, failed = UNSAID, tells = 'first' }: TextForm<Sent>) {
  const [faults, setFaults] = useState(NO_FAULTS);
  const [progress, setProgress] = useState<'idle' | 'busy' | 'sent'>('idle');
  const ref = useRef<HTMLFormElement>(null);
  // What is wrong with a field is known once it is drawn.
  useEffect(() => ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [faults]);

  async function submit(form: HTMLFormElement): Promise<void> {
    const { success, data, error } = schema.safeParse(Object.fromEntries(new FormData(form)), {
      reportInput: true,
    });
    const found = error === undefined ? [] : [...faultsOf(error)];
    const told = tells === 'all' ? found : found.slice(0, 1);
    setFaults(new Map(told.map(([path, text]) => [path.split('.').at(-1) ?? '', text])));
    setProgress(success ? 'busy' : 'idle');
    if (!success) return;
    try {
      await send(data, form);
      setProgress('sent');
    } catch (refusal) {
      const named = fieldFault(refusal)?.field ?? '';
      const field = form.elements.namedItem(named) === null ? '' : named;
      setFaults(new Map([[field, messageOf(refusal, failed)]]));
      setProgress('idle');
    }
  }

  return {
    form: {
      ref,
      noValidate: true,
      onSubmit: (event: SubmitEvent<HTMLFormElement>): void => {
        event.preventDefault();
        void submit(event.currentTarget);
      },
    },
    /** The name of a field, and what is wrong with it. */
    field: (name: string) => ({ name, error: faults.get(name) }),
    /** What is wrong and no field's. */
    fault: faults.get('') ?? null,
    isBusy: progress === 'busy',
    isSent: progress === 'sent',
  };
}

export type NamedField = ReturnType<typeof useTextForm>['field'];

/** A text that must not be empty, and what is said where it is. */
export function needed(missing: string) {
  return z.string().trim().min(1, missing);
}
