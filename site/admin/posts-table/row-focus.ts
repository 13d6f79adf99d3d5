import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';

interface RowFocusOptions {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly total: number;
  /** Brings a row into sight. */
  readonly onWanted: (index: number) => void;
}

/** Moves the focus from title to title: arrows, and the first and last row by Home and End. */
export function useRowFocus({ body, total, onWanted }: RowFocusOptions) {
  const [wanted, setWanted] = useState<number | null>(null);

  // The row may be drawn later than it is wanted: looked for after every drawing.
  useEffect(() => {
    if (wanted === null) return;
    const title = body.current?.querySelector<HTMLElement>(`[data-index="${wanted}"] .post-title a`);
    if (title === null || title === undefined) return;
    title.focus({ preventScroll: true });
    setWanted(null);
  });

  function focusRow(index: number): void {
    const row = Math.max(0, Math.min(index, total - 1));
    onWanted(row);
    setWanted(row);
  }

  return {
    focusRow,
    onKeyDown(event: KeyboardEvent): void {
      const title = event.target instanceof Element ? event.target.closest('.post-title a') : null;
      const place = title?.closest<HTMLElement>('[data-index]')?.dataset['index'];
      const next = place === undefined ? null : rowAfter(event.key, Number(place), total);
      if (next === null) return;
      event.preventDefault();
      focusRow(next);
    },
  };
}

/** Where a key leads from a row; null for a key that leads nowhere. */
export function rowAfter(key: string, row: number, total: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return row + 1 < total ? row + 1 : null;
    case 'ArrowUp':
      return row > 0 ? row - 1 : null;
    case 'Home':
      return 0;
    case 'End':
      return total - 1;
    default:
      return null;
  }
}
