import { inProcess } from '#content/service/images/image-pipeline.ts';
import { answerPictures, type PictureTask } from '#content/service/images/picture-process.ts';
import type { SlowPictures } from './picture-process.ts';

// The entry of the picture process (picture-process.ts starts it): it knows nothing of files, git or readers.
const answer = answerPictures<SlowPictures>({
  variant: inProcess.variant,
  clean: inProcess.clean,
  card: async (task) => (await import('../social-image/draw-card.ts')).drawCard(task),
});
/** What pictures leave is outside V8's own memory, where it is not missed: after so many it is cleared. 43 MB instead of 111 over an import. */
const CLEARED_AFTER = 8;
let made = 0;

async function make(task: PictureTask): Promise<void> {
  process.send?.(await answer(task));
  made += 1;
  if (made % CLEARED_AFTER === 0) globalThis.gc?.();
}

process.on('message', (task: PictureTask) => void make(task));
// Its server ended, or has nothing more to ask.
process.on('disconnect', () => process.exit());
