import { useState } from 'react';
import { countOf } from '#content/contract/in-words.ts';
import type { Finding } from '#content/model/checks/finding.ts';
import { useAdmin } from '../context.ts';
import type { FormStore } from '../post-form/form-store.ts';
import { FORM_FIELDS, type FormField, type FormValues, sentFields } from '../post-form/form-values.ts';

export type CheckState =
  | { readonly kind: 'idle' | 'running' | 'failed' }
  | { readonly kind: 'done'; readonly findings: readonly Finding[]; readonly values: FormValues };

/** Asks what is worth mending in what the form holds, saved or not. */
export function useCheck(form: FormStore) {
  const { client } = useAdmin();
  const [state, setState] = useState<CheckState>({ kind: 'idle' });

  async function run(): Promise<readonly Finding[]> {
    // Asked again, the list stays until the new one is there: nobody loses their place in it.
    setState((current) => (current.kind === 'done' ? current : { kind: 'running' }));
    const { id, values } = form.state();
    try {
      const { isPage } = values;
      const of = id === null ? { isPage } : { id, isPage };
      const findings = await client.checkPost({ ...sentFields(values), ...of });
      setState({ kind: 'done', findings, values });
      return findings;
    } catch (error) {
      setState({ kind: 'failed' });
      throw error;
    }
  }

  return { state, run, close: () => setState({ kind: 'idle' }) };
}

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
  return [
    ...(errors > 0 ? [countOf(errors, 'erreur')] : []),
    ...(warnings > 0 ? [countOf(warnings, 'remarque')] : []),
  ].join(', ');
}
