import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const colours = HighlightStyle.define([
  { tag: tags.heading, class: 'plain-title' },
  { tag: tags.strong, class: 'plain-strong' },
  { tag: tags.emphasis, class: 'plain-emphasis' },
  { tag: [tags.link, tags.url], class: 'plain-link' },
  { tag: tags.monospace, class: 'plain-code' },
  { tag: tags.processingInstruction, class: 'plain-sign' },
]);

/** The plain manner: every sign of the Markdown, in its place. */
export function plainMode(): Extension {
  return [syntaxHighlighting(colours), EditorView.editorAttributes.of({ class: 'is-plain' })];
}
