// npm run user|backup|restore|import -- …: runs the built command, so that it needs nothing but what the server needs.
import { existsSync } from 'node:fs';

const [name] = process.argv.splice(2, 1);
const command = new URL(`../dist/server/${name}.js`, import.meta.url);
if (existsSync(command)) await import(command);
else {
  console.error('Encrier n’est pas encore construit : lancez d’abord « npm run build » (ou « npm start »).');
  process.exitCode = 1;
}
