import X from 'lucide-react/icons/x';
import { type ReactNode, useId, useLayoutEffect, useState } from 'react';
import { IconButton, PortalPlace } from './button.tsx';
import './dialog.css';

export interface DialogProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** `wide` for two texts side by side. */
  readonly width?: 'normal' | 'wide';
  /** Escape, the cross, or a press beside it. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What has the focus first: the place to write, if there is one. */
const FIRST = '.kit-dialog-body :is(input, textarea, select):not([type="hidden"], :disabled)';
/** Else the first button: the cross would show its tooltip, which takes the first Escape. */
const FIRST_BUTTON = '.kit-dialog-body button:not(:disabled)';

/** The browser's own modal dialog, open while it is rendered: focus stays in, and goes back where it was. */
export function Dialog({ title, description, width = 'normal', onClose, children }: DialogProps): ReactNode {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  const id = useId();
  // Before the dialog leaves the page: only then does closing it give the focus back.
  useLayoutEffect(() => {
    dialog?.showModal();
    const first =
      dialog?.querySelector<HTMLElement>(FIRST) ?? dialog?.querySelector<HTMLElement>(FIRST_BUTTON);
    first?.focus();
    return () => dialog?.close();
  }, [dialog]);
  return (
    <dialog
      ref={setDialog}
      className={`kit-dialog kit-dialog-${width}`}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-description`}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // Of two Escapes in a row the browser lets a page refuse the first alone (html.spec.whatwg.org, close watchers).
      onClose={() => {
        if (dialog?.isConnected === true && !dialog.open) dialog.showModal();
      }}
      onMouseDown={(event) => {
        // Its own scrollbar is in it.
        if (event.target !== event.currentTarget || isIn(event.currentTarget, event)) return;
        // The second press of a double click is meant for what opened it: the focus stays, too.
        if (event.detail > 1) event.preventDefault();
        else onClose();
      }}
    >
      <PortalPlace value={dialog}>
        <div className="kit-dialog-inside">
          <div className="kit-dialog-head">
            <h2 id={`${id}-title`}>{title}</h2>
            <IconButton label="Fermer" onClick={onClose}>
              <X aria-hidden="true" size={18} />
            </IconButton>
          </div>
          {description !== undefined && (
            <p id={`${id}-description`} className="kit-dialog-description">
              {description}
            </p>
          )}
          <div className="kit-dialog-body">{children}</div>
        </div>
      </PortalPlace>
    </dialog>
  );
}

function isIn(element: Element, { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX >= left && clientX < right && clientY >= top && clientY < bottom;
}

/** The buttons at the foot of a dialog, the one to press last. */
export function DialogActions({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className="kit-dialog-actions">{children}</div>;
}
