import { useEffect, useEffectEvent } from 'react';

/** Ctrl+S, or Cmd+S: saves instead of what the browser would do; not while a dialog is open. */
export function useSaveKey(save: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.key.toLowerCase() !== 's' ||
      !(event.ctrlKey || event.metaKey) ||
      event.altKey ||
      event.shiftKey
    )
      return;
    event.preventDefault();
    if (!event.repeat && document.querySelector('dialog[open]') === null) save();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
