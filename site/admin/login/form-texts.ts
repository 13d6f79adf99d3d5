import type * as z from 'zod';

/** The texts of a form's named fields. */
export function formTexts(form: HTMLFormElement): Readonly<Record<string, string>> {
  const entries = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(entries);
}

/** The first message of each field a schema refused. */
export function fieldMessages(error: z.ZodError): Readonly<Record<string, string>> {
  const issues = error.issues.map(({ path: [field], message }) => [String(field), message] as const);
  return Object.fromEntries(issues.toReversed());
}
