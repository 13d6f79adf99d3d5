import { type ContextMenuParams, type MenuItemConstructorOptions, session, type WebContents } from 'electron';
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

/** The menu of the right button: spelling first, then the clipboard; empty where there is nothing to do. */
export function spellingMenu(params: ContextMenuParams, contents: WebContents): MenuItemConstructorOptions[] {
  const { misspelledWord, dictionarySuggestions, isEditable, selectionText, editFlags } = params;
  const spelling: MenuItemConstructorOptions[] =
    misspelledWord === ''
      ? []
      : [
          ...dictionarySuggestions.map((word) => ({
            label: word,
            click: () => contents.replaceMisspelling(word),
          })),
          ...(dictionarySuggestions.length === 0 ? [{ label: 'Aucune suggestion', enabled: false }] : []),
          {
            label: 'Ajouter au dictionnaire',
            click: () => contents.session.addWordToSpellCheckerDictionary(misspelledWord),
          },
          { type: 'separator' },
        ];
  if (!isEditable && selectionText === '') return spelling;
  return [
    ...spelling,
    ...(isEditable ? [{ label: 'Couper', role: 'cut', enabled: editFlags.canCut } as const] : []),
    { label: 'Copier', role: 'copy', enabled: editFlags.canCopy },
    ...(isEditable ? [{ label: 'Coller', role: 'paste', enabled: editFlags.canPaste } as const] : []),
  ];
}
