import type { LucideIcon } from 'lucide-react';
import { Toolbar, Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';

interface ToolbarButtonProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly keys?: { readonly key: string; readonly mac?: string } | undefined;
  /** Undefined for a button that is never on. */
  readonly isPressed?: boolean | undefined;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

/** A button of the toolbar: a name, a tooltip with its keys, and the text keeps the focus. */
export function ToolbarButton(props: ToolbarButtonProps): ReactNode {
  const { label, icon: Icon, keys, isPressed, isDisabled = false, onPress } = props;
  const shortcut = keys === undefined ? null : shortcutLabel(keys, isMacKeyboard());
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>
        <Toolbar.Button
          className="toolbar-button"
          aria-label={label}
          aria-pressed={isPressed}
          aria-disabled={isDisabled || undefined}
          onMouseDown={(event) => event.preventDefault()}
          onClick={isDisabled ? undefined : onPress}
        >
          <Icon aria-hidden="true" size={18} strokeWidth={1.9} />
        </Toolbar.Button>
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className="toolbar-tooltip" side="bottom" sideOffset={6}>
          {label}
          {shortcut === null ? null : <kbd>{shortcut}</kbd>}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

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
function shortcutLabel(keys: { readonly key: string; readonly mac?: string }, isMac: boolean): string {
  const written = isMac ? (keys.mac ?? keys.key) : keys.key;
  const names = isMac ? MAC_NAMES : NAMES;
  const parts = written.split('-').map((part) => names[part] ?? part.toUpperCase());
  return isMac ? parts.join('') : parts.map((part) => (part === 'CTRL' ? 'Ctrl' : part)).join(' + ');
}

/** Whether this browser runs on a Mac, an iPhone or an iPad. */
function isMacKeyboard(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
