import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type ImportState, MAX_PART_BYTES } from '#content/contract/import-operations.ts';
import { staleAfter } from '#content/contract/operations.ts';
import { invalidate } from '../api/use-api.ts';
import { useAdmin } from '../context.ts';
import { messageOf } from '../error-text.ts';
import { useLeaveGuard } from '../navigation.tsx';

/** Bytes of one request: a slow line sends it within a minute. */
const PART_BYTES = MAX_PART_BYTES / 4;

export type Sending =
  | { readonly kind: 'none' }
  | { readonly kind: 'sending'; readonly name: string; readonly done: number; readonly total: number }
  /** What came is kept: `resume` goes on there. `import` is null where nothing was begun. */
  | {
      readonly kind: 'cut';
      readonly import: ImportState | null;
      readonly files: readonly File[];
      readonly reason: string;
    };

/** Sends the files of an export in parts, and has them read once all are there. A page that is left ends it. */
export function useSending() {
  const { client } = useAdmin();
  const queries = useQueryClient();
  const [sending, setSending] = useState<Sending>({ kind: 'none' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  useLeaveGuard(sending.kind === 'sending', LEAVE_QUESTION);

  async function send(files: readonly File[], begun: ImportState | null): Promise<ImportState | null> {
    running.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const total = files.reduce((sum, { size }) => sum + size, 0);
    let state = begun;
    setSending({ kind: 'sending', name: files[0]?.name ?? '', done: receivedOf(state), total });
    try {
      state ??= await client.createImport({ files: files.map(({ name, size }) => ({ name, bytes: size })) });
      for (const [index, file] of files.entries())
        state = await sendFile(state, { file, index, total }, signal);
      const read = await client.readImport({ id: state.id }, { signal });
      setSending({ kind: 'none' });
      return read;
    } catch (error) {
      if (signal.aborted && running.current !== controller) return null;
      const reason = signal.aborted ? STOPPED : messageOf(error, 'L’envoi a été coupé.');
      setSending({ kind: 'cut', import: state, files, reason });
      return null;
    } finally {
      invalidate(queries, staleAfter('sendImportPart'));
    }
  }

  async function sendFile(
    begun: ImportState,
    { file, index, total }: { readonly file: File; readonly index: number; readonly total: number },
    signal: AbortSignal,
  ): Promise<ImportState> {
    let state = begun;
    for (let offset = state.files[index]?.received ?? 0; offset < file.size; ) {
      const before = receivedOf(state);
      const part = new Uint8Array(await file.slice(offset, offset + PART_BYTES).arrayBuffer());
      const onProgress = (sent: number) =>
        setSending({ kind: 'sending', name: file.name, done: before + sent * part.length, total });
      onProgress(0);
      state = await client.sendImportPart({ id: state.id, index, offset, part }, { signal, onProgress });
      const received = state.files[index]?.received ?? 0;
      if (received === offset) throw new Error(`nothing of ${file.name} was taken at ${offset}`);
      offset = received;
    }
    return state;
  }

  return {
    sending,
    send,
    /** Goes on where a cut left it. */
    resume: (): Promise<ImportState | null> =>
      sending.kind === 'cut' ? resumed(sending) : Promise.resolve(null),
    stop: () => running.current?.abort(),
    /** What was cut can be gone on with later, from the same files. */
    leave: () => setSending({ kind: 'none' }),
  };

  /** How much is there is asked anew: the part that was cut may have come. */
  async function resumed(cut: Extract<Sending, { kind: 'cut' }>): Promise<ImportState | null> {
    if (cut.import === null) return send(cut.files, null);
    try {
      return await send(cut.files, await client.getImport({ id: cut.import.id }));
    } catch (error) {
      setSending({ ...cut, reason: messageOf(error, 'L’envoi n’a pas pu reprendre.') });
      return null;
    }
  }
}

const LEAVE_QUESTION =
  'L’envoi n’est pas terminé\u00a0: il s’arrête si vous quittez cette page. Voulez-vous vraiment la quitter\u00a0?';
const STOPPED = 'Vous avez arrêté l’envoi\u00a0: ce qui est arrivé est gardé.';

function receivedOf(state: ImportState | null): number {
  return (state?.files ?? []).reduce((sum, { received }) => sum + received, 0);
}

/** Whether these are the files that an import was begun with: only they may go on with it. */
export function isSameExport(
  files: readonly Pick<File, 'name' | 'size'>[],
  begun: Pick<ImportState, 'files'>,
): boolean {
  return (
    files.length === begun.files.length &&
    begun.files.every(({ name, bytes }, index) => files[index]?.name === name && files[index].size === bytes)
  );
}
