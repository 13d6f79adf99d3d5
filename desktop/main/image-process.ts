import { inProcess } from '#content/service/images/image-pipeline.ts';
import { answerPictures, type PictureTask } from '#content/service/images/picture-process.ts';

// The entry of the utility process (images.ts starts it): it decodes pictures, and knows nothing of files or git.
const answer = answerPictures(inProcess);
process.parentPort.on('message', ({ data }: { readonly data: PictureTask }) => {
  void answer(data).then((message) => process.parentPort.postMessage(message));
});
