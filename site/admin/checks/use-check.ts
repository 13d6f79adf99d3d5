import { useState } from 'react';
import type { Finding } from '#content/model/checks/finding.ts';
import { useAdmin } from '../context.ts';
import { sentFields } from '../post-form/changed-fields.ts';
import type { FormStore } from '../post-form/form-store.ts';
import type { FormValues } from '../post-form/form-values.ts';

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
      const findings = await client.checkPost({ ...sentFields(values), ...(id === null ? {} : { id }) });
      setState({ kind: 'done', findings, values });
      return findings;
    } catch (error) {
      setState({ kind: 'failed' });
      throw error;
    }
  }

  return { state, run, close: () => setState({ kind: 'idle' }) };
}
