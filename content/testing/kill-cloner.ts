import { cloneInto } from '../service/syncing/first-clone.ts';

/** Clones `url` into `folder`, saying each step on standard output; killed by its test. */
const [url = '', folder = ''] = process.argv.slice(2);

await cloneInto({
  folder,
  url,
  clock: Date.now,
  committer: { name: 'Encrier', email: 'encrier@exemple.fr' },
  credentials: () => null,
  onProgress: ({ step, done }) => process.stdout.write(`${step} ${done}\n`),
  signal: new AbortController().signal,
  start: () => Promise.reject(new Error('not empty')),
});
process.stdout.write('done\n');
