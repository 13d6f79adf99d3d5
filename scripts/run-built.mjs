// npm run user|backup|restore|import -- …: runs the built command, so that it needs nothing but what the server needs.
import { existsSync } from 'node:fs';

const [name] = process.argv.splice(2, 1);
const command = new URL(`../dist/server/${name}.js`, import.meta.url);
if (existsSync(command)) await import(command);
else {
  console.error(
    'Encrier n’est pas encore construit\u00a0: lancez d’abord «\u00a0npm run build\u00a0» (ou «\u00a0npm start\u00a0»).',
  );
  process.exitCode = 1;
}
