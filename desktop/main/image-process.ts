import { inProcess } from '#content/service/images/image-pipeline.ts';
import { answerWith, type ImageAnswer, type ImageRequest } from './images.ts';

// The entry of the utility process (images.ts starts it): it decodes pictures, and knows nothing of files or git.
process.parentPort.on('message', ({ data }: { readonly data: ImageRequest }) => {
  const { id } = data; // sent by our own program
  run(data).then(
    (value) => send({ id, kind: 'done', value }),
    (error: unknown) => send(answerWith(id, error)),
  );
});

function send(answer: ImageAnswer): void {
  process.parentPort.postMessage(answer);
}

async function run({ kind, bytes, wanted }: ImageRequest): Promise<unknown> {
  switch (kind) {
    case 'clean':
      return inProcess.clean(bytes);
    case 'size':
      return inProcess.size(bytes);
    case 'tint':
      return inProcess.tint(bytes);
    case 'variant':
      if (wanted === undefined) throw new TypeError('a variant needs a width and a format');
      return inProcess.variant(bytes, wanted);
  }
}
