import type { SubmitEvent } from 'react';
import type * as z from 'zod';

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
