import { useEffect, useEffectEvent, useRef } from 'react';
import type { SaveStatus } from './use-saving.ts';

interface SaveKeyOptions {
  readonly save: () => void;
  readonly status: SaveStatus['kind'];
  /** Whether there is something left to save. */
  readonly isDirty: () => boolean;
}

/**
 * Ctrl+S, or Cmd+S: saves instead of what the browser would do; not while a dialog is open. What was typed during a save is
 * saved once that went through, if the key was struck meanwhile.
 */
export function useSaveKey({ save, status, isDirty }: SaveKeyOptions): void {
  const isAsked = useRef(false);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.key.toLowerCase() !== 's' ||
      !(event.ctrlKey || event.metaKey) ||
      event.altKey ||
      event.shiftKey
    )
      return;
    event.preventDefault();
    if (event.repeat || document.querySelector('dialog[open]') !== null) return;
    if (status === 'saving') isAsked.current = true;
    else save();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  const onStatus = useEffectEvent((now: SaveStatus['kind']) => {
    if (now === 'saving' || !isAsked.current) return;
    isAsked.current = false;
    if (now === 'saved' && isDirty()) save();
  });
  useEffect(() => onStatus(status), [status]);
}
