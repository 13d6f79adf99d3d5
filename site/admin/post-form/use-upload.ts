import { useEffect, useRef, useState } from 'react';
import { OperationError } from '#content/contract/client.ts';
import type { UploadedImage } from '#content/contract/images-operations.ts';
import { MAX_IMAGE_BYTES } from '#content/model/image.ts';
import { useAdmin } from '../context.ts';
import { withReason } from '../error-text.ts';
import { useFailure, useToast } from '../toasts.tsx';

interface UploadOptions {
  readonly onUploaded: (image: UploadedImage) => void;
}

/** Sends pictures, one at a time: the part that is sent (null when none is), how to start and how to give up. */
export function useUpload({ onUploaded }: UploadOptions) {
  const { client } = useAdmin();
  const toast = useToast();
  const fail = useFailure();
  const [part, setPart] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function send(file: File): Promise<void> {
    const refusal = refusalOf(file);
    if (refusal !== null) {
      fail(refusal);
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    setPart(0);
    try {
      const image = { filename: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
      const uploaded = await client.uploadImage(
        { image },
        { signal: controller.signal, onProgress: setPart },
      );
      toast({ title: 'Image uploadée' });
      onUploaded(uploaded);
    } catch (error) {
      if (!controller.signal.aborted) fail(uploadFailure(error));
    } finally {
      running.current = null;
      setPart(null);
    }
  }

  return { part, send, cancel: () => running.current?.abort() };
}

/** docs/product.md, Errors and messages: what the server refused, and what did not get that far. */
export function uploadFailure(error: unknown): string {
  if (!(error instanceof OperationError) || error.code === 'offline') return "Erreur lors de l'upload";
  return withReason("Impossible d'uploader l'image", error);
}

function refusalOf({ type, size }: File): string | null {
  if (!type.startsWith('image/')) return 'Choisissez une image (JPEG, PNG, WebP…).';
  return size > MAX_IMAGE_BYTES ? 'Cette image dépasse 10 Mo : réduisez-la d’abord.' : null;
}
