const NAMES: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  Shift: 'Maj',
  Enter: 'Entrée',
};
const MAC_NAMES: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Cmd: '⌘',
  Shift: '⇧',
  Alt: '⌥',
  Ctrl: '⌃',
  Enter: '↩',
};

/** Keys as a French keyboard names them: « Ctrl + Maj + X », or « ⌘⇧X » on a Mac. */
export function shortcutLabel(keys: { readonly key: string; readonly mac?: string }, isMac: boolean): string {
  const written = isMac ? (keys.mac ?? keys.key) : keys.key;
  const names = isMac ? MAC_NAMES : NAMES;
  const parts = written.split('-').map((part) => names[part] ?? part.toUpperCase());
  return isMac ? parts.join('') : parts.map((part) => (part === 'CTRL' ? 'Ctrl' : part)).join(' + ');
}

/** Whether this browser runs on a Mac, an iPhone or an iPad. */
export function isMacKeyboard(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
