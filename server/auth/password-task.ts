import { compareSync, hashSync } from 'bcryptjs';

export type PasswordTask =
  | { readonly kind: 'hash'; readonly password: string; readonly cost: number }
  | { readonly kind: 'compare'; readonly password: string; readonly hash: string };

/** The hash, or whether the password is that of the hash: holds a processor for as long as the cost asks. */
export function answerPasswordTask(task: PasswordTask): string | boolean {
  return task.kind === 'hash' ? hashSync(task.password, task.cost) : compareSync(task.password, task.hash);
}
