// npm run user|backup|restore -- …: runs the built command, so that it needs nothing but what the server needs.
import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

// An export may be of hundreds of megabytes, of which little is kept: memory is cleared often (node-flags.mjs says more).
setFlagsFromString('--heap-growing-percent=30');

const [name] = process.argv.splice(2, 1);
const command = new URL(`../dist/server/${name}.js`, import.meta.url);
if (existsSync(command)) await import(command);
else {
  console.error('Encrier n’est pas encore construit : lancez d’abord « npm run build » (ou « npm start »).');
  process.exitCode = 1;
}
