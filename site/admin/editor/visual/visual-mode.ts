import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { Span } from '../format-nodes.ts';
import { visualDecorations } from './decorations.ts';
import { imagesChanged } from './image-pieces.ts';

const setFocused = StateEffect.define<boolean>();
const setPressed = StateEffect.define<boolean>();

/** Which lines show their signs; while a pointer is held down they stay as they are, so that nothing moves under it. */
interface Attention {
  readonly isFocused: boolean;
  readonly isPressed: boolean;
  readonly active: readonly Span[];
}

const attention = StateField.define<Attention>({
  create: () => ({ isFocused: false, isPressed: false, active: [] }),
  update(before, transaction) {
    let { isFocused, isPressed } = before;
    for (const effect of transaction.effects) {
      if (effect.is(setFocused)) isFocused = effect.value;
      if (effect.is(setPressed)) isPressed = effect.value;
    }
    const isSame = isFocused === before.isFocused && isPressed === before.isPressed;
    if (isSame && !transaction.docChanged && transaction.selection === undefined) return before;
    const active = isPressed
      ? before.active.map(({ from, to }) => ({
          from: transaction.changes.mapPos(from, -1),
          to: transaction.changes.mapPos(to, 1),
        }))
      : isFocused
        ? selectedLines(transaction.state)
        : [];
    return { isFocused, isPressed, active };
  },
});

function selectedLines(state: EditorState): readonly Span[] {
  return state.selection.ranges.map(({ from, to }) => ({
    from: state.doc.lineAt(from).from,
    to: state.doc.lineAt(to).to,
  }));
}

interface Shown {
  decorations: DecorationSet;
  update(update: ViewUpdate): void;
  destroy(): void;
}

const shown = ViewPlugin.define<Shown>(
  (view) => {
    const release = () => {
      if (view.state.field(attention).isPressed) view.dispatch({ effects: setPressed.of(false) });
    };
    view.dom.ownerDocument.addEventListener('pointerup', release);
    return {
      decorations: decorate(view),
      update(update) {
        const isSame =
          !update.docChanged &&
          !update.viewportChanged &&
          !update.transactions.some(({ effects }) => effects.some((effect) => effect.is(imagesChanged))) &&
          update.startState.field(attention) === update.state.field(attention) &&
          syntaxTree(update.startState) === syntaxTree(update.state);
        if (!isSame) this.decorations = decorate(update.view);
      },
      destroy: () => view.dom.ownerDocument.removeEventListener('pointerup', release),
    };
  },
  {
    decorations: ({ decorations }) => decorations,
    provide: (plugin) =>
      EditorView.atomicRanges.of((view) => {
        const all = view.plugin(plugin)?.decorations;
        return all?.update({ filter: (_from, _to, { spec }) => isIndent(spec) }) ?? Decoration.none;
      }),
    eventObservers: {
      mousedown(event, view) {
        if (event.button === 0) view.dispatch({ effects: setPressed.of(true) });
      },
    },
  },
);

function decorate(view: EditorView): DecorationSet {
  return visualDecorations(view.state, view.visibleRanges, view.state.field(attention).active);
}

function isIndent(spec: unknown): boolean {
  return typeof spec === 'object' && spec !== null && 'isIndent' in spec;
}

/** The visual manner: the text as it will be read, its Markdown signs only on the line of the cursor. */
export function visualMode(): Extension {
  return [
    attention,
    EditorView.focusChangeEffect.of((_state, isFocused) => setFocused.of(isFocused)),
    shown,
    EditorView.editorAttributes.of({ class: 'is-visual' }),
  ];
}
