import type { Extension } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

const UNBROKEN = Decoration.mark({ class: 'md-unbroken' });
/** One space: a run of them is read once, however long it is. */
const signs = new MatchDecorator({ regexp: / [;:!?»]|« /g, decoration: UNBROKEN });

interface Shown {
  decorations: DecorationSet;
  update(update: ViewUpdate): void;
}

/** No line begins with « : » where its author typed an ordinary space before it, as none does on the site (content/model/french-spaces.ts). */
export function unbrokenSigns(): Extension {
  return ViewPlugin.define<Shown>(
    (view) => ({
      decorations: signs.createDeco(view),
      update(update) {
        this.decorations = signs.updateDeco(update, this.decorations);
      },
    }),
    { decorations: ({ decorations }) => decorations },
  );
}
