import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

interface ThreadTask {
  /** Answers the first message that it gets. */
  readonly program: URL;
  readonly task: unknown;
  readonly signal: AbortSignal;
}

/**
 * What a thread of its own answers to one task; it is ended then, and its memory goes back. Rejects when the thread fails or ends
 * without an answer, and with the reason of `signal`.
 */
export async function askThread({ program, task, signal }: ThreadTask): Promise<unknown> {
  signal.throwIfAborted();
  const thread = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: 512 } });
  try {
    thread.postMessage(task);
    const answers: readonly unknown[] = await Promise.race([
      once(thread, 'message', { signal }),
      once(thread, 'exit').then(([code]: readonly unknown[]) => {
        throw new Error(`a thread ended with code ${String(code)}`);
      }),
    ]);
    return answers[0];
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    await thread.terminate();
  }
}
