import { parseEnv } from '#server/env.ts';
import { userCommand } from '#server/user-command.ts';
import { exitWith, say } from './exit-with.ts';
import { askNewPassword } from './user-terminal.ts';

const dataDir = () => parseEnv(process.env).dataDir;
exitWith(userCommand({ words: process.argv.slice(2), dataDir, askNewPassword, say }));
