import { session } from 'electron';
import type { Spelling } from '#desktop/host/machine-calls.ts';

/** The names under which systems have the French dictionary; on macOS there is none to choose, the system knows the language. */
const FRENCH = ['fr-FR', 'fr'];

/**
 * Checks French spelling, or none at all. The check is made on this machine; but elsewhere than on macOS Chromium fetches the
 * dictionary from Google once (docs/decisions/046). Without a network there is no check until a start that has one.
 */
export function checkSpelling(spelling: Spelling): void {
  const { defaultSession } = session;
  defaultSession.setSpellCheckerEnabled(spelling === 'checked');
  if (spelling === 'unchecked') return; // An empty list would mean English.
  const known = defaultSession.availableSpellCheckerLanguages;
  defaultSession.setSpellCheckerLanguages(FRENCH.filter((name) => known.includes(name)).slice(0, 1));
}
