import type { Extension } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

const UNBROKEN = Decoration.mark({ class: 'md-unbroken' });
/** One space, and one sign at least that is none: a run of either is read once, however long it is. */
const SIGNS = / [;:!?»]|« |[^\s*_~`](?:(?:\*{1,3}|_{1,3}|~~)[^\s*_~`])+/g;
const signs = new MatchDecorator({ regexp: SIGNS, decoration: UNBROKEN });

interface Shown {
  decorations: DecorationSet;
  update(update: ViewUpdate): void;
}

/**
 * No line begins with « : » where its author typed an ordinary space before it, as none does on the site
 * (content/model/french-spaces.ts); nor within a word at a sign of emphasis, which is hidden where nobody writes and would let it.
 * Comes after what hides signs: what comes later lies around it.
 */
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
