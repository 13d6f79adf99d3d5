import { ContentError, type ErrorCode, type ErrorData } from '#content/model/errors.ts';
import type { VariantFormat } from '#content/model/image.ts';

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
export function refusalOf(answer: Exclude<ImageAnswer, { kind: 'done' }>): Error {
  return answer.kind === 'refused'
    ? new ContentError(answer.code, answer.data)
    : new Error(`image process: ${answer.message}`);
}
