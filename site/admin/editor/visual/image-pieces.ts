import { Facet, StateEffect } from '@codemirror/state';
import { Decoration, type EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { createWidget } from '../widget.ts';
import type { Pieces } from './pieces.ts';

type ImageAddress = (writtenAddress: string) => string | null;

/** Where an image can be loaded from, by the address the text has for it. */
export const imageAddresses = Facet.define<ImageAddress, ImageAddress>({
  combine: (given) => (written) => given[0]?.(written) ?? null,
});

/** Images can be loaded from other places than before: those in the text are shown anew. */
export const imagesChanged = StateEffect.define();

interface WrittenImage {
  readonly address: string;
  readonly alternative: string;
}

/** The image itself, in place of its signs; under them while the cursor is on their line. */
export function showImage(node: SyntaxNode, pieces: Pieces): void {
  const image = readImage(node, pieces);
  const { state } = pieces;
  const isInOneLine = state.doc.lineAt(node.from).to >= node.to;
  if (image === null || !isInOneLine) return;
  const widget = imageWidget(image, state.facet(imageAddresses)(image.address));
  if (pieces.isActive(node.from)) pieces.add(Decoration.widget({ widget, side: 1 }), node.to);
  else pieces.put(node, Decoration.replace({ widget }));
}

function readImage(node: SyntaxNode, { state }: Pieces): WrittenImage | null {
  const [open, close] = node.getChildren('LinkMark');
  const url = node.getChild('URL');
  if (open === undefined || close === undefined || url === null) return null;
  return {
    address: state.sliceDoc(url.from, url.to).replace(/^<(.*)>$/, '$1'),
    alternative: state.sliceDoc(open.to, close.from).replace(/\\(?=[\\[\]])/g, ''),
  };
}

function imageWidget(image: WrittenImage, source: string | null) {
  return createWidget({
    key: JSON.stringify(['image', image.address, image.alternative, source]),
    build: (view) => buildImage(view, image, source),
    hasControls: true,
  });
}

function buildImage(
  view: EditorView,
  { address, alternative }: WrittenImage,
  source: string | null,
): HTMLElement {
  const figure = document.createElement('span');
  figure.className = 'md-image';
  figure.title = 'Cliquer pour modifier le texte alternatif';
  const caption = document.createElement('span');
  caption.className = alternative === '' ? 'md-image-alt md-image-no-alt' : 'md-image-alt';
  caption.textContent = alternative === '' ? 'Sans texte alternatif (image décorative)' : alternative;
  figure.append(source === null ? missing(address) : picture(view, source, address, alternative), caption);
  figure.addEventListener('mousedown', (event) => {
    event.preventDefault();
    selectAlternative(view, figure);
  });
  return figure;
}

function picture(view: EditorView, source: string, address: string, alternative: string): HTMLElement {
  const image = document.createElement('img');
  image.src = source;
  image.alt = alternative;
  image.draggable = false;
  image.decoding = 'async';
  image.addEventListener('load', () => view.requestMeasure());
  image.addEventListener('error', () => {
    image.replaceWith(missing(address));
    view.requestMeasure();
  });
  return image;
}

function missing(address: string): HTMLElement {
  const text = document.createElement('span');
  text.className = 'md-image-missing';
  text.textContent = `Image introuvable\u00a0: ${address}`;
  return text;
}

function selectAlternative(view: EditorView, figure: HTMLElement): void {
  const at = view.posAtDOM(figure);
  const line = view.state.doc.lineAt(at);
  const before =
    view.state.sliceDoc(at, at + 2) === '![' ? at : line.from + line.text.lastIndexOf('![', at - line.from);
  const from = Math.max(line.from, before) + 2;
  const length = /^(?:\\.|[^\]\\])*/.exec(view.state.sliceDoc(from, line.to))?.[0].length ?? 0;
  view.focus();
  view.dispatch({
    selection: { anchor: from, head: Math.min(from + length, line.to) },
    scrollIntoView: true,
  });
}
