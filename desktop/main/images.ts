import type { UtilityProcess } from 'electron';
import type { ImagePipeline } from '#content/service/images/image-pipeline.ts';
import { createPictureProcess } from '#content/service/images/picture-process.ts';

/** Pictures that are decoded at once: the program's own threads for it. */
const AT_ONCE = 4;

/** All that is done with pictures, in a utility process (image-process.ts). */
export function createImageProcess(fork: () => UtilityProcess) {
  const { ask, close } = createPictureProcess<ImagePipeline>({
    atOnce: AT_ONCE,
    start({ onAnswer, onEnd }) {
      const child = fork();
      child.on('message', onAnswer);
      child.on('exit', (code) => onEnd(new Error(`the image process ended (${code})`)));
      return { send: (task) => child.postMessage(task), kill: () => void child.kill() };
    },
  });
  const images: ImagePipeline = {
    clean: (bytes) => ask('clean', bytes),
    size: (bytes) => ask('size', bytes),
    variant: (bytes, wanted) => ask('variant', bytes, wanted),
  };
  return { images, close };
}
