import { restoreCommand } from '#server/backup-commands.ts';
import { parseEnv } from '#server/env.ts';
import { exitWith, say } from './exit-with.ts';

exitWith(
  restoreCommand({ words: process.argv.slice(2), env: () => parseEnv(process.env), say, clock: Date.now }),
);
