import { packRepository } from '#content/git/objects/packing.ts';

// A process to be killed: packs a repository without end, as the server's housekeeping does. Argument: the git folder.
const [gitDir = ''] = process.argv.slice(2);
for (;;) {
  process.stdout.write('packing\n');
  await packRepository({ gitDir, minLoose: 1, prunes: true });
}
