import type { ContextMenuParams, MenuItemConstructorOptions, WebContents } from 'electron';

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
