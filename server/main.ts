import { join } from 'node:path';
import { useCompiled } from './compiled.ts';
import { projectRoot } from './project-root.ts';

// Before anything else is loaded: where DATA_DIR says another folder than this, or nothing is there, V8 compiles once more.
useCompiled(join(process.env['DATA_DIR'] ?? '.data', 'cache'));
const { runServer } = await import('./run-server.ts');
runServer({ root: projectRoot(import.meta.url), variables: process.env });
