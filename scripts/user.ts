import { userCommand } from '#server/auth/user-command.ts';
import { parseEnv } from '#server/env.ts';
import { exitWith, say } from './exit-with.ts';
import { askNewPassword } from './user-terminal.ts';

const dataDir = () => parseEnv(process.env).dataDir;
exitWith(userCommand({ words: process.argv.slice(2), dataDir, askNewPassword, say }));
