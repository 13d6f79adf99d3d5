import { useQueryClient } from '@tanstack/react-query';
import { type CallOptions, OperationError } from '#content/contract/client.ts';
import type { UploadedImage } from '#content/contract/images-operations.ts';
import { staleAfter } from '#content/contract/operations.ts';
import { MAX_IMAGE_BYTES } from '#content/model/image.ts';
import { invalidate } from '../api/use-api.ts';
import { useAdmin } from '../context.ts';
import { withReason } from '../error-text.ts';
import { useToast } from '../toasts.tsx';

interface Sending extends CallOptions {
  /** Whether its name is said: one of several. */
  readonly isNamed?: boolean;
}

/** Sends a picture and says that it is there. Rejects as the call does: {@link uploadFailure} says why. */
export function useSendImage(): (file: File, sending?: Sending) => Promise<UploadedImage> {
  const { client } = useAdmin();
  const queries = useQueryClient();
  const toast = useToast();
  return async (file, { isNamed = false, ...sending } = {}) => {
    const image = { filename: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
    const uploaded = await client.uploadImage({ image }, sending);
    invalidate(queries, staleAfter('uploadImage'));
    toast({ title: 'Image uploadée', ...(isNamed ? { description: uploaded.filename } : {}) });
    return uploaded;
  };
}

/** docs/product.md, Errors and messages: what the server refused, and what did not get that far. */
export function uploadFailure(error: unknown): string {
  if (!(error instanceof OperationError) || error.code === 'offline') return "Erreur lors de l'upload";
  return withReason("Impossible d'uploader l'image", error);
}

/** Why a file is not even sent; null where it may be. */
export function refusalOf({ type, size }: File): string | null {
  if (!type.startsWith('image/')) return 'Choisissez une image (JPEG, PNG, WebP…).';
  return size > MAX_IMAGE_BYTES ? 'Cette image dépasse 10 Mo\u00a0: réduisez-la d’abord.' : null;
}
