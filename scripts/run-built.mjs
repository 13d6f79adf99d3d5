// npm run user|backup|restore|import -- …: runs the built command as `npm start` runs the server, so that it needs nothing but what that needs.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { follow } from './current-node.mjs';
import { MEMORY_SETTINGS, NODE_FLAGS } from './node-flags.mjs';

const [name, ...words] = process.argv.slice(2);
const program = fileURLToPath(new URL(`../dist/server/${name}.js`, import.meta.url));
if (existsSync(program)) {
  const env = { ...MEMORY_SETTINGS, ...process.env };
  follow(spawn(process.execPath, [...NODE_FLAGS, program, ...words], { stdio: 'inherit', env }));
} else {
  console.error(
    'Encrier n’est pas encore construit\u00a0: lancez d’abord «\u00a0npm run build\u00a0» (ou «\u00a0npm start\u00a0»).',
  );
  process.exitCode = 1;
}
