import { useEffect, useState } from 'react';
import type { ImageInfo } from '#content/model/image.ts';
import type { RenderedPart } from '#content/model/markdown/render-parts.ts';
import type { ScrollSync } from '../editor/scroll-sync.ts';
import { patchParts, type ShownPart } from './patch-parts.ts';
import { scrollPreview } from './preview-scroll.ts';
import { leaveOutAvif } from './previewed-article.ts';
import type { Outline, RenderAnswer, RenderRequest } from './render-worker.ts';

interface PreviewTextOptions {
  /** Of the frame; null until it is ready. */
  readonly page: Document | null;
  readonly source: string;
  readonly images: ReadonlyMap<string, ImageInfo>;
  readonly scrollSync: ScrollSync;
}

/**
 * Keeps the text of the frame what the source says, part by part, in the `.prose` of the element that `attach` takes. React leaves
 * the inside of that alone. Once `isStopped` it is no longer the one that is written.
 */
export function usePreviewText({ page, source, images, scrollSync }: PreviewTextOptions) {
  const [root, attach] = useState<HTMLElement | null>(null);
  const [outline, setOutline] = useState<Outline>({ keyPoints: [], headings: [] });
  const [renderer, setRenderer] = useState<PreviewRenderer | null>(null);
  const [shown] = useState(createShown);
  const [start, setStart] = useState<Start>({ count: 1, isStopped: false });

  useEffect(() => {
    const prose = root?.querySelector('.prose') ?? null;
    if (prose === null) return;
    let hasShown = false;
    const created = createPreviewRenderer({
      origin: window.location.origin,
      onParts(parts) {
        hasShown = true;
        shown.show(prose, parts);
      },
      onOutline: setOutline,
      // One that has worked is started again; one that never did would not the next time either.
      onStopped: () => setStart(hasShown ? again : ({ count }) => ({ count, isStopped: true })),
    });
    setRenderer(created);
    return () => created.stop();
  }, [root, shown, start.count]);

  useEffect(() => {
    const prose = root?.querySelector('.prose') ?? null;
    return prose === null ? undefined : () => shown.clear(prose);
  }, [root, shown]);

  useEffect(() => renderer?.show({ source, images }), [renderer, source, images]);

  useEffect(() => {
    if (page === null) return;
    return scrollPreview({ page, sync: scrollSync, parts: shown.parts });
  }, [page, scrollSync, shown]);

  return { attach, outline, isStopped: start.isStopped, restart: () => setStart(again) };
}

interface Start {
  readonly count: number;
  readonly isStopped: boolean;
}

function again({ count }: Start): Start {
  return { count: count + 1, isStopped: false };
}

/** The parts in the page now. */
function createShown() {
  let parts: readonly ShownPart[] = [];
  return {
    parts: () => parts,
    show(prose: Element, next: readonly RenderedPart[]): void {
      parts = patchParts(prose, parts, next, leaveOutAvif);
    },
    clear(prose: Element): void {
      prose.replaceChildren();
      parts = [];
    },
  };
}

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

type PreviewRenderer = ReturnType<typeof createPreviewRenderer>;

/** Renders texts in a worker, one at a time, always the newest: of those that come while another is rendered only the last is. */
function createPreviewRenderer(options: RendererOptions) {
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
    show(wanted: WantedText): void {
      if (isBusy) waiting = wanted;
      else send(wanted);
    },
    stop,
  };
}
