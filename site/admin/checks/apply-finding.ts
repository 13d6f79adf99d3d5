import type { Finding } from '#content/model/checks/finding.ts';
import { FORM_FIELDS, type FormField, type FormValues } from '../post-form/form-values.ts';

/** The field of a finding, when the form has it. */
export function findingField({ field }: Finding): FormField | null {
  return FORM_FIELDS.find((name) => name === field) ?? null;
}

/** What a finding's replacement makes of the form; null when it has none, or names no text of the form. */
export function mended(values: FormValues, finding: Finding): Partial<FormValues> | null {
  const field = findingField(finding);
  if (finding.replacement === null || field === null) return null;
  const current = values[field];
  if (typeof current !== 'string') return null;
  const { from, to } = finding.range ?? { from: 0, to: current.length };
  return { [field]: current.slice(0, from) + finding.replacement.text + current.slice(to) };
}

/** « 2 erreurs, 1 remarque »; '' when there is nothing. */
export function inShort(findings: readonly Finding[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  return [counted(errors, 'erreur'), counted(warnings, 'remarque')].filter((part) => part !== '').join(', ');
}

function counted(count: number, word: string): string {
  if (count === 0) return '';
  return `${count} ${word}${count > 1 ? 's' : ''}`;
}
