import { projectRoot } from './project-root.ts';
import { runServer } from './run-server.ts';

runServer({ root: projectRoot(import.meta.url), variables: process.env });
