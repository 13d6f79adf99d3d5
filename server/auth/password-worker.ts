import { parentPort } from 'node:worker_threads';
import { compareSync, hashSync } from 'bcryptjs';
import { lowerOwnPriority } from '#content/git/processes.ts';
import type { PasswordTask } from './passwords.ts';

// In a thread of its own: at cost 12 each of these holds a processor for 270 ms (docs/design.md, Passwords), and pages go first.
lowerOwnPriority();
parentPort?.on('message', (task: PasswordTask) => {
  parentPort?.postMessage(
    task.kind === 'hash' ? hashSync(task.password, task.cost) : compareSync(task.password, task.hash),
  );
});
