import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { UploadedImage } from '#content/contract/images-operations.ts';
import { Button } from '../kit/button.tsx';
import { useFilePicker } from '../kit/file-picker.tsx';
import { useLeaveGuard } from '../navigation.tsx';
import { useFailure } from '../toasts.tsx';
import { refusalOf, uploadFailure, useSendImage } from './send-image.ts';
import './upload.css';

const LEAVE_QUESTION =
  'L’envoi n’est pas terminé\u00a0: ce qui reste ne sera pas envoyé. Voulez-vous vraiment quitter cette page\u00a0?';

interface ImageUploadOptions {
  /** The name of the field for files. */
  readonly label: string;
  /** Several may be chosen: each is called by its name. */
  readonly isForMany?: boolean;
  readonly onUploaded?: (image: UploadedImage) => void;
}

/** Sends pictures that the author chooses, one after the other: how to choose, and what is shown meanwhile. */
export function useImageUpload({ label, isForMany = false, onUploaded }: ImageUploadOptions) {
  const send = useSendImage();
  const fail = useFailure();
  const [sent, setSent] = useState<{ readonly name: string; readonly part: number } | null>(null);
  const running = useRef<AbortController | null>(null);
  const picker = useFilePicker({
    label,
    accept: 'image/*',
    multiple: isForMany,
    onFiles: (files) => void sendAll(files),
  });
  useLeaveGuard(sent !== null, LEAVE_QUESTION);
  useEffect(() => () => running.current?.abort(), []);

  /** Answers why it was not taken, null when it was. */
  async function sendOne(file: File, signal: AbortSignal): Promise<string | null> {
    const refusal = refusalOf(file);
    if (refusal !== null) return refusal;
    const onProgress = (part: number) => setSent({ name: file.name, part });
    onProgress(0);
    try {
      const image = await send(file, { signal, onProgress, isNamed: isForMany });
      onUploaded?.(image);
      return null;
    } catch (error) {
      return signal.aborted ? null : uploadFailure(error);
    }
  }

  async function sendAll(files: readonly File[]): Promise<void> {
    const { signal } = (running.current = new AbortController());
    // Told in the end: each message takes the place of the one before.
    const refused: string[] = [];
    for (const file of files) {
      const reason = signal.aborted ? null : await sendOne(file, signal);
      if (reason !== null) refused.push(isForMany ? `${file.name}\u00a0: ${reason}` : reason);
    }
    running.current = null;
    setSent(null);
    if (refused.length > 0) fail(refused.join('\n'));
  }

  return {
    isBusy: sent !== null,
    choose: picker.choose,
    /** The field for files, which is not seen, and how far the sending is. */
    parts: (
      <>
        {picker.field}
        {sent !== null && (
          <UploadProgress
            part={sent.part}
            name={isForMany ? sent.name : null}
            onCancel={() => running.current?.abort()}
          />
        )}
      </>
    ),
  };
}

export type ImageUpload = ReturnType<typeof useImageUpload>;

interface UploadProgressProps {
  readonly part: number;
  /** Null where there is but one. */
  readonly name: string | null;
  readonly onCancel: () => void;
}

function UploadProgress({ part, name, onCancel }: UploadProgressProps): ReactNode {
  return (
    <div className="image-upload">
      {name !== null && <span className="image-upload-name">{name}</span>}
      <progress max={1} value={part} aria-label={`Envoi de ${name ?? 'l’image'}`} />
      <span>{part < 1 ? `${Math.round(part * 100)}\u00a0%` : 'Traitement…'}</span>
      <Button variant="quiet" size="small" onClick={onCancel}>
        Interrompre
      </Button>
    </div>
  );
}
