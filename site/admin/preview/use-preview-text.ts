import { useEffect, useState } from 'react';
import type { ImageInfo } from '#content/model/image.ts';
import type { ScrollSync } from '../editor/scroll-sync.ts';
import { type NextPart, patchParts, type ShownPart } from './patch-parts.ts';
import { scrollPreview } from './preview-scroll.ts';
import { leaveOutAvif } from './previewed-article.ts';
import type { Outline, RenderAnswer, RenderRequest } from './render-worker.ts';

/** What is to be shown. */
interface WantedText {
  readonly source: string;
  readonly images: ReadonlyMap<string, ImageInfo>;
}

interface PreviewTextOptions extends WantedText {
  readonly scrollSync: ScrollSync;
}

/**
 * Keeps the text of the frame what the source says, part by part, in the `.prose` of the element that `attach` takes. React leaves
 * the inside of that alone. Once `isStopped` it is no longer the one that is written.
 */
export function usePreviewText({ source, images, scrollSync }: PreviewTextOptions) {
  const [root, attach] = useState<HTMLElement | null>(null);
  const [outline, setOutline] = useState<Outline>({ keyPoints: [], headings: [] });
  const [text, setText] = useState<PreviewText | null>(null);
  const [start, setStart] = useState<Start>({ count: 1, isStopped: false });

  useEffect(() => {
    const prose = root?.querySelector('.prose') ?? null;
    if (prose === null) return;
    const created = createPreviewText({
      prose,
      scrollSync,
      onOutline: setOutline,
      // One that has worked is started again; one that never did would not the next time either.
      onStopped: (hasWorked) => setStart(hasWorked ? again : ({ count }) => ({ count, isStopped: true })),
    });
    setText(created);
    return created.stop;
  }, [root, scrollSync, start.count]);

  useEffect(() => text?.show({ source, images }), [text, source, images]);

  return { attach, outline, isStopped: start.isStopped, restart: () => setStart(again) };
}

interface Start {
  readonly count: number;
  readonly isStopped: boolean;
}

function again({ count }: Start): Start {
  return { count: count + 1, isStopped: false };
}

interface TextOptions {
  readonly prose: Element;
  readonly scrollSync: ScrollSync;
  readonly onOutline: (outline: Outline) => void;
  /** Nothing comes any more: the worker could not be loaded, has died, or does not answer; whether it ever did. */
  readonly onStopped: (hasWorked: boolean) => void;
}

/** After this long without an answer, in milliseconds, a worker is given up. A text takes it far less. */
const PATIENCE = 20_000;

type PreviewText = ReturnType<typeof createPreviewText>;

/** Renders texts in a worker, one at a time, always the newest: of those that come while another is rendered only the last is. */
function createPreviewText({ prose, scrollSync, onOutline, onStopped }: TextOptions) {
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url), { type: 'module' });
  /** The parts in the page; null while what is there is of a worker before this one. */
  let shown: readonly ShownPart[] | null = null;
  let sentImages: WantedText['images'] | null = null;
  let isBusy = false;
  let waiting: WantedText | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = scrollPreview({ page: prose.ownerDocument, sync: scrollSync, parts: () => shown ?? [] });

  function end(): void {
    clearTimeout(timer);
    worker.terminate();
  }

  function giveUp(): void {
    end();
    onStopped(shown !== null);
  }

  function send(wanted: WantedText): void {
    isBusy = true;
    timer = setTimeout(giveUp, PATIENCE);
    const images = wanted.images === sentImages ? null : wanted.images;
    sentImages = wanted.images;
    const request: RenderRequest = { source: wanted.source, images, origin: window.location.origin };
    worker.postMessage(request);
  }

  function receive(parts: readonly NextPart[]): void {
    isBusy = false;
    clearTimeout(timer);
    const next = waiting;
    waiting = null;
    if (next !== null) send(next);
    if (shown === null) prose.replaceChildren();
    shown = patchParts(prose, shown ?? [], parts, leaveOutAvif);
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
    stop(): void {
      end();
      leave();
    },
  };
}
