import type { EditorView } from '@codemirror/view';
import { createWidget } from '../widget.ts';

/** A separating line. */
export const RULE_WIDGET = createWidget({
  key: 'rule',
  build: () => {
    const rule = document.createElement('span');
    rule.className = 'md-rule';
    return rule;
  },
});

/** The bullet of an item. */
export const BULLET_WIDGET = createWidget({
  key: 'bullet',
  build: () => {
    const bullet = document.createElement('span');
    bullet.className = 'md-marker md-bullet';
    bullet.textContent = '•';
    return bullet;
  },
});

/** The box of a task; a click ticks it. */
export function checkboxWidget(isChecked: boolean) {
  return createWidget({
    key: `task ${isChecked}`,
    hasControls: true,
    build: (view) => {
      const box = document.createElement('input');
      box.type = 'checkbox';
      box.className = 'md-task';
      box.checked = isChecked;
      box.setAttribute('aria-label', isChecked ? 'Fait' : 'À faire');
      box.addEventListener('mousedown', (event) => event.preventDefault());
      box.addEventListener('click', () => tick(view, box));
      return box;
    },
  });
}

function tick(view: EditorView, box: HTMLElement): void {
  const at = view.posAtDOM(box);
  const isChecked = /^\[[xX]\]/.test(view.state.sliceDoc(at, at + 3));
  view.dispatch({ changes: { from: at + 1, to: at + 2, insert: isChecked ? ' ' : 'x' }, userEvent: 'input' });
}
