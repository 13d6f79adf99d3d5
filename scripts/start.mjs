// npm start: installs what is missing, builds what is stale, serves the site. Needs Node, and git for pushes.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { follow } from './current-node.mjs';
import { MEMORY_SETTINGS, NODE_FLAGS } from './node-flags.mjs';
import { buildIfStale, checkMachine, installDependencies, root, say } from './prepare.mjs';

checkMachine();
await installDependencies();
await buildIfStale();
say('Démarrage…');

follow(
  spawn(process.execPath, [...NODE_FLAGS, join(root, 'dist/server/main.js')], {
    cwd: root,
    stdio: 'inherit',
    env: { NODE_ENV: 'production', ...MEMORY_SETTINGS, ...process.env },
  }),
  { SIGTERM: 0 },
);
