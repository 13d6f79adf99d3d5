import type { UtilityProcess } from 'electron';
import { ContentError, type ErrorCode, type ErrorData } from '#content/model/errors.ts';
import type { VariantFormat } from '#content/model/image.ts';
import type { CleanedImage, ImagePipeline } from '#content/service/images/image-pipeline.ts';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Pictures decoded in a process of their own, started with the first one: bytes that bring a decoder down take no text
 * with them. What was asked of a process that ended is refused; the next picture starts another.
 */
export function createImageProcess(fork: () => UtilityProcess) {
  const waiting = new Map<number, Waiting>();
  let count = 0;
  let running: UtilityProcess | null = null;

  function start(): UtilityProcess {
    const child = fork();
    child.on('message', (answer: ImageAnswer) => {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (answer.kind === 'done') asked?.resolve(answer.value);
      else asked?.reject(refusalOf(answer));
    });
    child.on('exit', (code) => {
      if (running === child) running = null;
      for (const { reject } of waiting.values()) reject(new Error(`the image process ended (${code})`));
      waiting.clear();
    });
    return child;
  }

  function ask(request: Omit<ImageRequest, 'id'>): Promise<unknown> {
    running ??= start();
    const child = running;
    count += 1;
    const id = count;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      child.postMessage({ ...request, id });
    });
  }

  // What our own process answers is what image-process.ts was asked for.
  const images: ImagePipeline = {
    clean: async (bytes) => (await ask({ kind: 'clean', bytes })) as CleanedImage,
    size: async (bytes) =>
      (await ask({ kind: 'size', bytes })) as { readonly width: number; readonly height: number } | null,
    tint: async (bytes) => (await ask({ kind: 'tint', bytes })) as string | null,
    variant: async (bytes, wanted) => (await ask({ kind: 'variant', bytes, wanted })) as Uint8Array,
  };
  return { images, close: () => running?.kill() };
}

/** What the program asks of its image process. */
export interface ImageRequest {
  readonly id: number;
  readonly kind: 'clean' | 'size' | 'tint' | 'variant';
  readonly bytes: Uint8Array;
  readonly wanted?: { readonly width: number; readonly format: VariantFormat };
}

/** What it answers: errors cross as data, since only their text would survive. */
export type ImageAnswer =
  | { readonly id: number; readonly kind: 'done'; readonly value: unknown }
  | {
      readonly id: number;
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly data: ErrorData[ErrorCode];
    }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string };

/** An error as an answer. */
export function answerWith(id: number, error: unknown): ImageAnswer {
  if (isContentError(error)) return { id, kind: 'refused', code: error.code, data: error.data };
  return { id, kind: 'failed', message: error instanceof Error ? error.message : String(error) };
}

function isContentError(error: unknown): error is ContentError {
  return error instanceof ContentError;
}

/** The error of an answer. */
function refusalOf(answer: Exclude<ImageAnswer, { kind: 'done' }>): Error {
  return answer.kind === 'refused'
    ? new ContentError(answer.code, answer.data)
    : new Error(`image process: ${answer.message}`);
}
