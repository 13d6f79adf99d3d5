// node scripts/with-node.mjs [--built] COMMAND …: how every npm script starts. Goes on with a Node that will do, fetched when
// this one is too old; then runs a script of ours (.mjs, .ts) or a tool of node_modules. Before a script in TypeScript or a
// tool, dependencies are installed when they are missing; with --built, what is stale is built too.
import { spawn } from 'node:child_process';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { fetchedNode, follow, isCurrentNode, preferNode, root } from './current-node.mjs';

const words = process.argv.slice(2);

if (isCurrentNode()) await goOn(words);
else {
  const node = fetchedNode();
  preferNode(node);
  follow(spawn(node, [...process.execArgv, fileURLToPath(import.meta.url), ...words], { stdio: 'inherit' }));
}

async function goOn([first, ...rest]) {
  if (first === '--built') {
    const { prepareAll } = await import('./prepare.mjs');
    await prepareAll();
    runTool(rest);
  } else if (first.endsWith('.mjs')) {
    const script = resolve(first);
    process.argv.splice(1, 2, script);
    await import(pathToFileURL(script).href);
  } else {
    const { installDependencies } = await import('./prepare.mjs');
    await installDependencies();
    runTool([first, ...rest]);
  }
}

function runTool([name, ...args]) {
  if (name.endsWith('.ts')) {
    follow(spawn(process.execPath, ['--import', 'tsx', name, ...args], { stdio: 'inherit' }));
    return;
  }
  process.env.PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  follow(spawn(name, args, { stdio: 'inherit', shell: process.platform === 'win32' }));
}
