import type { ChangeSet } from '../model/change-set.ts';

/** A change set that writes these texts; null removes a file. */
export function changing(files: Readonly<Record<string, string | null>>, message = 'Modifier'): ChangeSet {
  const changes = Object.entries(files).map(([path, text]) => ({
    path,
    bytes: text === null ? null : Buffer.from(text),
  }));
  return { changes, message, author: { name: 'Camille Test', email: 'camille@exemple.fr' } };
}
