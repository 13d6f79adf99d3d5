import { makeVariant } from '#content/service/images/image-pipeline.ts';
import type { PictureAnswer, PictureTask } from './picture-process.ts';

// The entry of the picture process (picture-process.ts starts it): it knows nothing of files, git or readers.
process.on('message', (task: PictureTask) => {
  run(task).then(
    (bytes) => answer({ kind: 'done', bytes }),
    (error: unknown) =>
      answer({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
});
// Its server ended, or has nothing more to ask.
process.on('disconnect', () => process.exit());

async function run(task: PictureTask): Promise<Uint8Array> {
  if (task.kind === 'variant') return makeVariant(task.bytes, task.wanted);
  const { drawCard } = await import('../social-image/draw-card.ts');
  return drawCard(task);
}

function answer(message: PictureAnswer): void {
  process.send?.(message);
}
