/** Keys that write nothing by themselves: whoever presses one looks for more than the text. */
function isCommand(event: KeyboardEvent): boolean {
  if (event.key === 'Escape' || event.key === 'Tab') return true;
  // French keyboards write by AltGr, which Windows tells as Ctrl and Alt.
  return (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
}

/**
 * Marks `room` with `data-typing` while its text is typed in, so that its bars step back; they are there again as soon as the
 * hand moves, the focus leaves the text, or a command is given. Gives what stops it.
 */
export function stepBackWhileTyping(room: HTMLElement): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const comeBack = () => {
    if ('typing' in room.dataset) delete room.dataset['typing'];
  };
  room.addEventListener(
    'beforeinput',
    ({ target }) => {
      if (target instanceof Element && target.closest('.cm-content') !== null) room.dataset['typing'] = '';
    },
    { signal },
  );
  room.addEventListener('focusout', comeBack, { signal });
  window.addEventListener('pointerdown', comeBack, { signal });
  window.addEventListener(
    'pointermove',
    ({ movementX, movementY }) => {
      // A text that scrolls under a resting hand is told as a move too.
      if (movementX !== 0 || movementY !== 0) comeBack();
    },
    { signal },
  );
  window.addEventListener(
    'keydown',
    (event) => {
      if (isCommand(event)) comeBack();
    },
    { signal, capture: true },
  );
  return () => stopped.abort();
}
