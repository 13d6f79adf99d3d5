import X from 'lucide-react/icons/x';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../kit/button.tsx';
import './sheet.css';

interface SheetProps {
  readonly title: string;
  /** `dialog` for what waits for an answer. */
  readonly role?: 'dialog' | undefined;
  readonly closeLabel: string;
  /** Escape, or the cross. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What stands beside the text, or over it where there is no room: the focus comes to it, and goes back where it was. */
export function Sheet({ title, role, closeLabel, onClose, children }: SheetProps): ReactNode {
  const sheet = useRef<HTMLElement>(null);
  // Before the sheet leaves the page: only then is it known whether it has the focus.
  useLayoutEffect(() => {
    const element = sheet.current;
    const before = document.activeElement;
    element?.focus();
    return () => {
      const hasFocus = element?.contains(document.activeElement) === true;
      if (hasFocus && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <section
      ref={sheet}
      className="sheet"
      role={role ?? 'complementary'}
      aria-label={title}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header className="sheet-head">
        <h2>{title}</h2>
        <IconButton label={closeLabel} onClick={onClose}>
          <X aria-hidden="true" size={18} />
        </IconButton>
      </header>
      {children}
    </section>
  );
}
