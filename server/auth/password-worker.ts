import { parentPort } from 'node:worker_threads';
import { lowerOwnPriority } from '#content/git/processes.ts';
import { answerPasswordTask, type PasswordTask } from './password-task.ts';

// In a thread of its own: at cost 12 each of these holds a processor for 270 ms (docs/design.md, Passwords), and pages go first.
lowerOwnPriority();
parentPort?.on('message', (task: PasswordTask) => parentPort?.postMessage(answerPasswordTask(task)));
