/**
 * What a worker answers to a message. Rejects, and ends it, when it cannot be loaded, dies, or says nothing for `patience`
 * milliseconds: a system may end one without a word.
 */
export function askWorker<Answer>(worker: Worker, message: unknown, patience: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      clearTimeout(timer);
      worker.terminate();
      reject(new Error('A worker does not answer.'));
    };
    const timer = setTimeout(giveUp, patience);
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.onerror = (event) => {
      // Whoever asks has another way.
      event.preventDefault();
      giveUp();
    };
    worker.postMessage(message);
  });
}
