import { type EditorView, WidgetType } from '@codemirror/view';

/** An element shown in the text, or in place of a part of it. */
export interface WidgetOptions {
  /** Two widgets with one key show the same: the element is kept. */
  readonly key: string;
  readonly build: (view: EditorView) => HTMLElement;
  /** The editor leaves its events alone: it has controls of its own. */
  readonly hasControls?: boolean;
}

/** CodeMirror knows a widget by its class, so that this one class cannot be a closure. */
export function createWidget(options: WidgetOptions): WidgetType {
  return new Widget(options);
}

const Widget = class extends WidgetType {
  readonly options: WidgetOptions;
  constructor(options: WidgetOptions) {
    super();
    this.options = options;
  }
  override eq(other: WidgetType): boolean {
    return other instanceof Widget && other.options.key === this.options.key;
  }
  override toDOM(view: EditorView): HTMLElement {
    return this.options.build(view);
  }
  override ignoreEvent(): boolean {
    return this.options.hasControls === true;
  }
};

/** A separating line. */
export const RULE_WIDGET = createWidget({
  key: 'rule',
  build: () => {
    const rule = document.createElement('span');
    rule.className = 'md-rule';
    return rule;
  },
});

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
