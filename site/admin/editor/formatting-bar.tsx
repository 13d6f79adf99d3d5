import type { LucideIcon } from 'lucide-react';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import ImagePlus from 'lucide-react/icons/image-plus';
import Link from 'lucide-react/icons/link';
import Maximize2 from 'lucide-react/icons/maximize-2';
import Minimize2 from 'lucide-react/icons/minimize-2';
import Redo2 from 'lucide-react/icons/redo-2';
import Undo2 from 'lucide-react/icons/undo-2';
import * as Toolbar from 'radix-ui/toolbar';
import * as Tooltip from 'radix-ui/tooltip';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFilePicker } from '../kit/file-picker.tsx';
import { KEYS } from './commands/keys.ts';
import type { EditorController, EditorStatus } from './editor-controller.ts';
import {
  BLOCK_ITEMS,
  INSERT_ITEMS,
  TABLE_ITEMS,
  TEXT_ITEMS,
  TITLE_ITEMS,
  type ToolbarItem,
} from './toolbar-items.ts';

export interface FormattingBarProps {
  readonly editor: EditorController;
  readonly status: EditorStatus;
}

export function FormattingBar(shown: FormattingBarProps): ReactNode {
  const { editor, status } = shown;
  const { formats, isFullScreen } = status;
  return (
    <>
      <Toolbar.Root className="formatting-bar" aria-label="Mise en forme">
        <ToolStrip>
          <Items items={TITLE_ITEMS} {...shown} />
          <Toolbar.Separator className="toolbar-separator" />
          <Items items={TEXT_ITEMS} {...shown} />
          <ToolbarButton
            label="Lien"
            icon={Link}
            keys={KEYS.link}
            isPressed={formats.on.includes('link')}
            onPress={() => editor.editLink()}
          />
          <Toolbar.Separator className="toolbar-separator" />
          <Items items={BLOCK_ITEMS} {...shown} />
          <Toolbar.Separator className="toolbar-separator" />
          <ImageButton onFiles={(files) => editor.addImages(files)} />
          <Items items={INSERT_ITEMS} {...shown} />
          <Toolbar.Separator className="toolbar-separator" />
          <ToolbarButton
            label="Défaire"
            icon={Undo2}
            keys={{ key: 'Mod-z' }}
            isDisabled={!formats.canUndo}
            onPress={() => editor.undo()}
          />
          <ToolbarButton
            label="Rétablir"
            icon={Redo2}
            keys={{ key: 'Mod-y', mac: 'Mod-Shift-z' }}
            isDisabled={!formats.canRedo}
            onPress={() => editor.redo()}
          />
        </ToolStrip>
        <div className="formatting-views">
          <ModeSwitch {...shown} />
          <ToolbarButton
            label={isFullScreen ? 'Quitter le plein écran' : 'Plein écran'}
            icon={isFullScreen ? Minimize2 : Maximize2}
            keys={KEYS.fullScreen}
            isPressed={isFullScreen}
            onPress={editor.toggleFullScreen}
          />
        </div>
      </Toolbar.Root>
      {formats.on.includes('table') ? <TableBar editor={editor} /> : null}
    </>
  );
}

/** Buttons in a row that scrolls where it is too long, and shows on which side there are more. */
function ToolStrip({ children }: { readonly children: ReactNode }): ReactNode {
  const strip = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState({ before: false, after: false });
  useEffect(() => {
    const element = strip.current;
    if (element === null) return;
    const look = (): void => {
      const before = element.scrollLeft > 1;
      const after = element.scrollLeft + element.clientWidth < element.scrollWidth - 1;
      setMore((was) => (was.before === before && was.after === after ? was : { before, after }));
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  const turn = (pages: number) => strip.current?.scrollBy({ left: pages * strip.current.clientWidth * 0.8 });
  return (
    <div className="formatting-strip">
      {more.before && <TurnButton icon={ChevronLeft} onTurn={() => turn(-1)} />}
      <div
        ref={strip}
        className="formatting-tools"
        data-more-before={more.before || undefined}
        data-more-after={more.after || undefined}
      >
        {children}
      </div>
      {more.after && <TurnButton icon={ChevronRight} onTurn={() => turn(1)} />}
    </div>
  );
}

interface TurnButtonProps {
  readonly icon: LucideIcon;
  readonly onTurn: () => void;
}

/** For fingers and mice: the arrow keys go through all buttons, and what has the focus is in sight. */
function TurnButton({ icon: Icon, onTurn }: TurnButtonProps): ReactNode {
  return (
    <button
      type="button"
      className="formatting-turn"
      aria-hidden="true"
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTurn}
    >
      <Icon size={18} />
    </button>
  );
}

interface ItemsProps extends FormattingBarProps {
  readonly items: readonly ToolbarItem[];
}

function Items({ items, editor, status }: ItemsProps): ReactNode {
  return items.map(({ label, icon, keys, format, change }) => (
    <ToolbarButton
      key={label}
      label={label}
      icon={icon}
      keys={keys}
      isPressed={format === undefined ? undefined : status.formats.on.includes(format)}
      onPress={() => editor.run(change)}
    />
  ));
}

function ImageButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }): ReactNode {
  const picker = useFilePicker({ label: 'Choisir des images', accept: 'image/*', multiple: true, onFiles });
  return (
    <>
      <ToolbarButton label="Image" icon={ImagePlus} onPress={picker.choose} />
      {picker.field}
    </>
  );
}

function ModeSwitch({ editor, status }: FormattingBarProps): ReactNode {
  const isPlain = status.mode === 'plain';
  return (
    <Toolbar.Button
      className="toolbar-button toolbar-mode"
      aria-pressed={isPlain}
      title={isPlain ? 'Revenir à la mise en forme' : 'Voir le Markdown'}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => editor.toggleMode()}
    >
      Markdown
    </Toolbar.Button>
  );
}

function TableBar({ editor }: Pick<FormattingBarProps, 'editor'>): ReactNode {
  return (
    <Toolbar.Root className="formatting-bar table-bar" aria-label="Tableau">
      {TABLE_ITEMS.map(({ label, change }) => (
        <Toolbar.Button
          key={label}
          className="toolbar-button toolbar-word"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => editor.run(change)}
        >
          {label}
        </Toolbar.Button>
      ))}
    </Toolbar.Root>
  );
}

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
function ToolbarButton(props: ToolbarButtonProps): ReactNode {
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
        <Tooltip.Content className="kit-tooltip" side="bottom" sideOffset={6}>
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
