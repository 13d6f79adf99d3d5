import { history } from '@codemirror/commands';
import { markdownLanguage } from '@codemirror/lang-markdown';
import { HighlightStyle, LanguageSupport, syntaxHighlighting } from '@codemirror/language';
import { search } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  placeholder,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { paragraphsAfterImages } from './commands/insert.ts';
import { editorKeys, type HostActions, visualKeys } from './commands/keys.ts';
import { editorText, keepLineEnds } from './line-ends.ts';
import { visualMode } from './visual/visual-mode.ts';

/** Visual: as it will be read. Plain: the Markdown as it is. The text is the same. */
export type EditorMode = 'visual' | 'plain';

export interface EditorOptions {
  readonly file: string;
  readonly label: string;
  /** What an empty text shows. */
  readonly placeholder: string;
  readonly nonce: string | undefined;
  readonly host: HostActions;
  /** What the page adds: images, uploads, listeners. */
  readonly more: Extension;
}

/** A mode in its place, so that one can take the place of the other and the history goes on. */
export const modeCompartment = new Compartment();

export function modeExtension(mode: EditorMode): Extension {
  return mode === 'visual' ? [visualMode(), visualKeys(), paragraphsAfterImages()] : plainMode();
}

const colours = HighlightStyle.define([
  { tag: tags.heading, class: 'plain-title' },
  { tag: tags.strong, class: 'plain-strong' },
  { tag: tags.emphasis, class: 'plain-emphasis' },
  { tag: [tags.link, tags.url], class: 'plain-link' },
  { tag: tags.monospace, class: 'plain-code' },
  { tag: tags.processingInstruction, class: 'plain-sign' },
]);

/** The plain manner: every sign of the Markdown, in its place. */
function plainMode(): Extension {
  return [syntaxHighlighting(colours), EditorView.editorAttributes.of({ class: 'is-plain' })];
}

export function createEditorState(options: EditorOptions): EditorState {
  const { file, label, nonce, host, more } = options;
  return EditorState.create({
    doc: editorText(file),
    extensions: [
      keepLineEnds(file),
      history(),
      markdownText(),
      editorKeys(host),
      search({ top: true }),
      frenchPhrases(),
      modeCompartment.of(modeExtension('visual')),
      EditorView.lineWrapping,
      unbrokenSigns(),
      EditorView.theme({}, { dark: true }),
      nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
      placeholder(options.placeholder),
      EditorView.contentAttributes.of({
        'aria-label': label,
        lang: 'fr',
        spellcheck: 'true',
        autocorrect: 'on',
        autocapitalize: 'sentences',
      }),
      more,
    ],
  });
}

/** CodeMirror's own words, in French. */
function frenchPhrases(): Extension {
  return EditorState.phrases.of({
    Find: 'Rechercher',
    Replace: 'Remplacer par',
    next: 'Suivant',
    previous: 'Précédent',
    all: 'Tout sélectionner',
    'match case': 'Respecter la casse',
    regexp: 'Expression régulière',
    'by word': 'Mot entier',
    replace: 'Remplacer',
    'replace all': 'Tout remplacer',
    close: 'Fermer la recherche',
    'current match': 'résultat actuel',
    'replaced $ matches': '$ remplacements effectués',
    'replaced match on line $': 'remplacement à la ligne $',
    'on line': 'à la ligne',
    'Go to line': 'Aller à la ligne',
    go: 'Aller',
    'Control character': 'Caractère de contrôle',
    'Selection deleted': 'Sélection supprimée',
  });
}

/**
 * GitHub's Markdown, as the site's own renderer reads it. Not `markdown()`: that one brings grammars of HTML, CSS and
 * JavaScript, which nobody writes here.
 */
export function markdownText(): Extension {
  return new LanguageSupport(markdownLanguage);
}

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
function unbrokenSigns(): Extension {
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
