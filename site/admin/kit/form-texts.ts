import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import * as z from 'zod';
import { fieldFault, messageOf } from '../error-text.ts';

/** What the fields of a form hold, by their names. */
export type FormTexts = Readonly<Record<string, string>>;

/** Reads a form when it is sent: nothing of its fields is kept before. */
export function whenSent(send: (texts: FormTexts, form: HTMLFormElement) => void) {
  return (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const entries = [...new FormData(form)].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    send(Object.fromEntries(entries), form);
  };
}

/** The first message of each field a schema refused. */
export function fieldMessages(error: z.ZodError): FormTexts {
  const issues = error.issues.map(({ path: [field], message }) => [String(field), message] as const);
  return Object.fromEntries(issues.toReversed());
}

interface TextForm<Sent> {
  /** What its fields hold, with the sentences that a person reads where they do not fit. */
  readonly schema: z.ZodType<Sent>;
  readonly send: (sent: Sent) => Promise<unknown>;
}

interface Fault {
  /** Null where it is no field's. */
  readonly field: string | null;
  readonly text: string;
}

/** A form whose fields are read when it is sent: what will not do first is told at its field, which gets the focus. */
export function useTextForm<Sent>({ schema, send }: TextForm<Sent>) {
  const [fault, setFault] = useState<Fault | null>(null);
  const [progress, setProgress] = useState<'idle' | 'busy' | 'sent'>('idle');
  const ref = useRef<HTMLFormElement>(null);
  // What is wrong with a field is known once it is drawn.
  useEffect(() => ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [fault]);

  async function submit(texts: FormTexts, form: HTMLFormElement): Promise<void> {
    const { success, data, error } = schema.safeParse(texts);
    const [first] = error?.issues ?? [];
    setFault(first === undefined ? null : { field: String(first.path.at(-1) ?? ''), text: first.message });
    setProgress(success ? 'busy' : 'idle');
    if (!success) return;
    try {
      await send(data);
      setProgress('sent');
    } catch (refusal) {
      const named = fieldFault(refusal)?.field;
      const field = named !== undefined && form.elements.namedItem(named) !== null ? named : null;
      setFault({ field, text: messageOf(refusal, 'Une erreur est survenue\u00a0: réessayez.') });
      setProgress('idle');
    }
  }

  return {
    form: {
      ref,
      noValidate: true,
      onSubmit: whenSent((texts, form) => void submit(texts, form)),
    },
    /** The name of a field, and what is wrong with it. */
    field: (name: string) => ({ name, error: fault?.field === name ? fault.text : undefined }),
    /** What is wrong and no field's. */
    fault: fault !== null && fault.field === null ? fault.text : null,
    isBusy: progress === 'busy',
    isSent: progress === 'sent',
  };
}

/** A text that must not be empty, and what is said where it is. */
export function needed(missing: string) {
  return z.string().trim().min(1, missing);
}
