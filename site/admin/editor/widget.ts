import { type EditorView, WidgetType } from '@codemirror/view';

/** An element shown in the text, or in place of a part of it. */
export interface WidgetOptions {
  /** Two widgets with one key show the same: the element is kept. */
  readonly key: string;
  readonly build: (view: EditorView) => HTMLElement;
  /** The editor leaves its events alone: it has controls of its own. */
  readonly hasControls?: boolean;
  readonly remove?: (element: HTMLElement) => void;
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
  override destroy(element: HTMLElement): void {
    this.options.remove?.(element);
  }
};
