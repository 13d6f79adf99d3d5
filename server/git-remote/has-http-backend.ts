import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether this machine has git, and the part of it that serves repositories over HTTP (some systems package it apart). */
export async function hasHttpBackend(): Promise<boolean> {
  const folder = await new Promise<string | null>((resolve) => {
    execFile('git', ['--exec-path'], (error, stdout) => resolve(error === null ? stdout.trim() : null));
  });
  if (folder === null) return false;
  const name = process.platform === 'win32' ? 'git-http-backend.exe' : 'git-http-backend';
  return access(join(folder, name)).then(
    () => true,
    () => false,
  );
}
