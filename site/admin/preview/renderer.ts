import type { ImageInfo } from '#content/model/image.ts';
import type { RenderedPart } from '#content/model/markdown/render-parts.ts';
import type { Outline, RenderAnswer, RenderRequest } from './render-messages.ts';

/** What is to be shown. */
interface WantedText {
  readonly source: string;
  readonly images: ReadonlyMap<string, ImageInfo>;
}

interface RendererOptions {
  readonly origin: string;
  readonly onParts: (parts: readonly RenderedPart[]) => void;
  readonly onOutline: (outline: Outline) => void;
  /** Nothing comes any more: the worker could not be loaded, has died, or does not answer. */
  readonly onStopped: () => void;
}

/** After this long without an answer, in milliseconds, a worker is given up. A text takes it far less. */
const PATIENCE = 20_000;

export interface PreviewRenderer {
  /** Renders; of the texts that come while another is rendered only the last is. */
  readonly show: (wanted: WantedText) => void;
  readonly stop: () => void;
}

/** Renders texts in a worker, one at a time, always the newest. */
export function createPreviewRenderer(options: RendererOptions): PreviewRenderer {
  const { origin, onParts, onOutline, onStopped } = options;
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), { type: 'module' });
  let sentImages: WantedText['images'] | null = null;
  let htmlOf: ReadonlyMap<number, string> = new Map();
  let isBusy = false;
  let waiting: WantedText | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    clearTimeout(timer);
    worker.terminate();
  }

  function giveUp(): void {
    stop();
    onStopped();
  }

  function send(wanted: WantedText): void {
    isBusy = true;
    timer = setTimeout(giveUp, PATIENCE);
    const images = wanted.images === sentImages ? null : wanted.images;
    sentImages = wanted.images;
    const request: RenderRequest = { source: wanted.source, images, origin };
    worker.postMessage(request);
  }

  function receive(parts: Extract<RenderAnswer, { kind: 'parts' }>['parts']): void {
    const known = new Map<number, string>();
    const rendered = parts.map(({ id, line, html }) => {
      const told = html ?? htmlOf.get(id) ?? known.get(id) ?? '';
      known.set(id, told);
      return { html: told, line };
    });
    htmlOf = known;
    isBusy = false;
    clearTimeout(timer);
    const next = waiting;
    waiting = null;
    if (next !== null) send(next);
    onParts(rendered);
  }

  worker.addEventListener('message', ({ data }: MessageEvent<RenderAnswer>) => {
    if (data.kind === 'parts') receive(data.parts);
    else onOutline(data.outline);
  });
  worker.addEventListener('error', (event) => {
    // Said to the author instead.
    event.preventDefault();
    giveUp();
  });

  return {
    show(wanted) {
      if (isBusy) waiting = wanted;
      else send(wanted);
    },
    stop,
  };
}
