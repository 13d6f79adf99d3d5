import { text } from 'node:stream/consumers';
import type { ReadStream } from 'node:tty';
import { parseEnv } from '#server/env.ts';
import { userCommand } from '#server/user-command.ts';
import { exitWith, say } from './exit-with.ts';

const dataDir = () => parseEnv(process.env).dataDir;
exitWith(userCommand({ words: process.argv.slice(2), dataDir, askNewPassword, say }));

const ENTER = ['\r', '\n', '\u0004'];
const INTERRUPT = '\u0003';
const ERASE = ['\u007f', '\b'];

/**
 * Asks twice for a password that is not shown as it is typed; from a pipe, takes its first line. Null when the person
 * gave up or typed two different ones.
 */
async function askNewPassword(): Promise<string | null> {
  const { stdin, stdout } = process;
  if (!stdin.isTTY) return (await text(stdin)).split(/\r?\n/)[0] ?? '';
  const first = await askHidden(stdin, 'Nouveau mot de passe\u00a0: ');
  if (first === null) return null;
  const second = await askHidden(stdin, 'Encore une fois\u00a0: ');
  if (first === second) return first;
  stdout.write('Les deux mots de passe ne sont pas les mêmes\u00a0: rien n’est changé.\n');
  return null;
}

async function askHidden(stdin: ReadStream, question: string): Promise<string | null> {
  process.stdout.write(question);
  const answer = await readHidden(stdin);
  process.stdout.write('\n');
  return answer;
}

async function readHidden(stdin: ReadStream): Promise<string | null> {
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  let typed = '';
  try {
    for await (const piece of stdin.iterator({ destroyOnReturn: false })) {
      for (const sign of Array.from(String(piece))) {
        if (ENTER.includes(sign)) return typed;
        if (sign === INTERRUPT) return null;
        typed = ERASE.includes(sign) ? Array.from(typed).slice(0, -1).join('') : typed + sign;
      }
    }
    return null;
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
  }
}
