import { inProcess } from '#content/service/images/image-pipeline.ts';
import { answerPictures, type PictureTask } from '#content/service/images/picture-process.ts';
import type { SlowPictures } from './picture-process.ts';

// The entry of the picture process (picture-process.ts starts it): it knows nothing of files, git or readers.
const answer = answerPictures<SlowPictures>({
  variant: inProcess.variant,
  clean: inProcess.clean,
  card: async (task) => (await import('../social-image/draw-card.ts')).drawCard(task),
});
process.on('message', (task: PictureTask) => void answer(task).then((message) => process.send?.(message)));
// Its server ended, or has nothing more to ask.
process.on('disconnect', () => process.exit());
