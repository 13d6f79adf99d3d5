import { createContentRepository } from '#content/git/content-repository.ts';
import { repairRepository } from '#content/git/recovery.ts';

/**
 * A process to be killed: opens the repository as a start would, then saves without end (or `count` times) and
 * prints each commit once it is acknowledged. Arguments: git folder, writer's name, count.
 */
const [gitDir = '', writer = 'a', count = 'Infinity'] = process.argv.slice(2);
const COMMITTER = { name: 'Encrier', email: 'encrier@exemple.fr' };

const repair = await repairRepository({ gitDir, branch: 'main' });
if (repair.readOnly !== null) throw new Error(repair.readOnly);
const repository = createContentRepository({
  gitDir,
  branch: 'main',
  committer: COMMITTER,
  clock: Date.now,
});
process.stdout.write('ready\n');
for (let number = 0; number < Number(count); number++) {
  const text = `${writer} ${process.pid} ${number}\n`;
  const id = await repository.commit({
    changes: [
      { path: `posts/2026/${writer}-${number % 10}.md`, bytes: Buffer.from(text.repeat(50)) },
      { path: `images/2026/${writer}.txt`, bytes: Buffer.from(text) },
    ],
    message: `Modifier « ${writer} ${number} »`,
    author: { name: 'Camille Test', email: 'camille@exemple.fr' },
  });
  process.stdout.write(`${id}\n`);
}
repository.close();
