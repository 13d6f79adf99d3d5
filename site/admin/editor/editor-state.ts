import { history } from '@codemirror/commands';
import { search } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, placeholder } from '@codemirror/view';
import { paragraphsAfterImages } from './commands/after-image.ts';
import { editorKeys, type HostActions, visualKeys } from './commands/keys.ts';
import { markdownText } from './language.ts';
import { editorText, keepLineEnds } from './line-ends.ts';
import { frenchPhrases } from './phrases.ts';
import { plainMode } from './plain-mode.ts';
import { visualMode } from './visual/visual-mode.ts';

/** Visual: as it will be read. Plain: the Markdown as it is. The text is the same. */
export type EditorMode = 'visual' | 'plain';

export interface EditorOptions {
  readonly file: string;
  readonly label: string;
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

/** The state of an editor that holds the Markdown of a file. */
export function createEditorState({ file, label, nonce, host, more }: EditorOptions): EditorState {
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
      EditorView.theme({}, { dark: true }),
      nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
      placeholder('Écrivez votre article…'),
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
