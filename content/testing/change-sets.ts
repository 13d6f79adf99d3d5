import type { ChangeSet } from '../model/change-set.ts';
import type { Plan } from '../service/waiting/work-branch.ts';

/** A change set that writes these texts; null removes a file. */
export function changing(files: Readonly<Record<string, string | null>>, message = 'Modifier'): ChangeSet {
  const changes = Object.entries(files).map(([path, text]) => ({
    path,
    bytes: text === null ? null : Buffer.from(text),
  }));
  return { changes, message, author: { name: 'Camille Test', email: 'camille@exemple.fr' } };
}

/** The same of a branch, as what another program did. */
export function takingIn(
  files: Readonly<Record<string, string | Buffer | null>>,
): () => Promise<Plan<undefined>> {
  const changes = Object.entries(files).map(([path, text]) => ({
    path,
    bytes: text === null ? null : Buffer.from(text),
  }));
  const action = { kind: 'take-in-files', count: changes.length } as const;
  return () => Promise.resolve({ changes, action, value: undefined });
}
