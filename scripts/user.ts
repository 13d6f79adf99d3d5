import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseEnv } from '#server/env.ts';
import { userCommand } from '#server/user-command.ts';
import { exitWith, say } from './exit-with.ts';

const dataDir = () => parseEnv(process.env).dataDir;
exitWith(userCommand({ words: process.argv.slice(2), dataDir, askNewPassword, say }));

/**
 * Asks twice for a password that is not shown as it is typed; from a pipe, takes its first line. Null when the person
 * gave up or typed two different ones.
 */
async function askNewPassword(): Promise<string | null> {
  const { stdin, stdout } = process;
  if (!stdin.isTTY) return (await text(stdin)).split(/\r?\n/)[0] ?? '';
  const first = await askHidden('Nouveau mot de passe\u00a0: ');
  if (first === null) return null;
  const second = await askHidden('Encore une fois\u00a0: ');
  if (first === second) return first;
  stdout.write('Les deux mots de passe ne sont pas les mêmes\u00a0: rien n’est changé.\n');
  return null;
}

/** A line of the terminal that is not shown; null when it was closed (Ctrl+C, Ctrl+D). */
async function askHidden(question: string): Promise<string | null> {
  const { stdin: input, stdout } = process;
  stdout.write(question);
  const output = new Writable({ write: (_text, _encoding, done) => done() });
  const terminal = createInterface({ input, output, terminal: true, historySize: 0 });
  const closed = once(terminal, 'close').then(() => null);
  const line = await Promise.race([terminal.question('').catch(() => null), closed]);
  terminal.close();
  stdout.write('\n');
  return line;
}
