import { type ReactNode, useEffect, useRef } from 'react';

interface ImportNowProps {
  /** What it is called to who listens. */
  readonly label: string;
  readonly children: ReactNode;
}

/**
 * How an import stands, in a box of its own. Each step takes the place of the one before, and with it of the button that was pressed: the
 * focus then comes here, and nowhere where it is elsewhere.
 */
export function ImportNow({ label, children }: ImportNowProps): ReactNode {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) box.current?.focus();
  }, []);
  return (
    <section ref={box} tabIndex={-1} className="import-now" aria-label={label}>
      {children}
    </section>
  );
}
