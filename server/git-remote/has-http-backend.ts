import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { callGit } from '#content/git/git-program.ts';

/** Whether this machine has git, and the part of it that serves repositories over HTTP (some systems package it apart). */
export async function hasHttpBackend(): Promise<boolean> {
  const end = await callGit(['--exec-path']);
  if (end.kind !== 'ended' || end.code !== 0) return false;
  const name = process.platform === 'win32' ? 'git-http-backend.exe' : 'git-http-backend';
  return access(join(end.stdout.toString('utf8').trim(), name)).then(
    () => true,
    () => false,
  );
}
