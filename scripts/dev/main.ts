import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '#server/project-root.ts';
import { runServer } from '#server/run-server.ts';
import { openSiteSources } from './site-from-sources.ts';

const root = projectRoot(import.meta.url);
// Pages that browsers kept would hide what has changed.
const variables = { ...process.env, OFFLINE_READING: 'off' };
const ahead = await openSiteSources(root, Number(process.env['ENCRIER_SOCKET_PORT']));
const programs = dirname(fileURLToPath(import.meta.url));
runServer({ root, variables, development: { programs, ahead } });
