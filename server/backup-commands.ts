import { explained } from './data/explained.ts';
import type { Told } from './data/telling.ts';
import type { Env } from './env.ts';

interface Command extends Told {
  /** What follows the command's name. */
  readonly words: readonly string[];
  readonly env: () => Pick<Env, 'dataDir' | 'branch' | 'isBranchGiven'>;
}

/** `npm run backup -- FILE`: answers the exit code; explains itself in French. */
export function backupCommand(command: Command): Promise<number> {
  return withFile(
    command,
    'Usage\u00a0: npm run backup -- FICHIER.zip    (le serveur peut tourner)',
    async (file) => {
      const { backUp } = await import('./data/back-up.ts');
      await backUp({ ...command.env(), file, say: command.say, clock: command.clock });
    },
  );
}

/** `npm run restore -- FILE`, into a DATA_DIR that is empty or new. */
export function restoreCommand(command: Command): Promise<number> {
  return withFile(
    command,
    'Usage\u00a0: npm run restore -- FICHIER.zip    (DATA_DIR vide, serveur arrêté)',
    async (file) => {
      const { restore } = await import('./data/restore.ts');
      await restore({ ...command.env(), file, say: command.say, clock: command.clock });
    },
  );
}

async function withFile(
  { words, say }: Command,
  usage: string,
  run: (file: string) => Promise<void>,
): Promise<number> {
  const [file, ...rest] = words;
  if (file === undefined || file.startsWith('-') || rest.length > 0) {
    say(usage);
    return 2;
  }
  return explained(say, () => run(file).then(() => 0));
}
