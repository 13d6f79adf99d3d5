import { backupCommand } from '#server/backup-commands.ts';
import { parseEnv } from '#server/env.ts';
import { exitWith, say } from './exit-with.ts';

exitWith(
  backupCommand({ words: process.argv.slice(2), env: () => parseEnv(process.env), say, clock: Date.now }),
);
