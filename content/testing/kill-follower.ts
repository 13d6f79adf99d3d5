import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { openClone } from '#content/folder/work-tree.ts';
import { repairRepository } from '#content/git/recovery.ts';

/**
 * A process to be killed: opens a clone as the desktop does, then saves without end while index and files follow, and
 * prints each commit once it is acknowledged. Arguments: the clone's folder.
 */
const [folder = ''] = process.argv.slice(2);

const repair = await repairRepository({ gitDir: path.join(folder, '.git'), branch: 'main' });
if (repair.readOnly !== null) throw new Error(repair.readOnly);
const { repository } = await openClone({
  folder,
  branch: 'main',
  committer: { name: 'Encrier', email: 'encrier@exemple.fr' },
  clock: Date.now,
  onError: (error) => appendFileSync(2, `${String(error)}\n`),
});
process.stdout.write('ready\n');
for (let number = 0; ; number++) {
  const text = createHash('sha1').update(`${process.pid} ${number}`).digest('hex');
  const id = await repository.commit({
    changes: [
      { path: `posts/2026/a-${number % 7}.md`, bytes: Buffer.from(text.repeat(50)) },
      { path: `posts/${number % 3}/b.md`, bytes: number % 2 === 0 ? Buffer.from(text) : null },
    ],
    message: `Modifier « ${number} »`,
    author: { name: 'Camille Test', email: 'camille@exemple.fr' },
  });
  process.stdout.write(`${id}\n`);
}
