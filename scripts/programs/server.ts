import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { MEMORY_SETTINGS, NODE_FLAGS } from '../node-flags.mjs';
import { type Program, startProgram } from './program.ts';

const MAIN = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));
export const AUTHOR = { username: 'camille', password: 'six mots pris au hasard ici' } as const;
/** pino's level « error ». */
const FAILURE = 50;

const lineSchema = z.looseObject({
  level: z.number(),
  msg: z.string().default(''),
  /** Of a request. */
  status: z.number().optional(),
  url: z.string().default(''),
});
export type LogLine = z.output<typeof lineSchema>;

/** Environment variables of a server. */
export type Settings = Readonly<Record<string, string>>;

export interface ServerProcess extends Program {
  /** What it logged so far. */
  lines(): readonly LogLine[];
}

export interface ReadyServer extends ServerProcess {
  readonly origin: string;
  readonly port: number;
  readonly afterMs: number;
}

/** Starts the built server on a data folder, as `npm start` does, with {@link AUTHOR} as its administrator. */
export function launchServer(dataDir: string, settings: Settings = {}): ServerProcess {
  const program = startProgram([...NODE_FLAGS, MAIN], {
    ...MEMORY_SETTINGS,
    DATA_DIR: dataDir,
    STARTER: 'empty',
    ADMIN_USERNAME: AUTHOR.username,
    ADMIN_PASSWORD: AUTHOR.password,
    ...settings,
  });
  const lines = () =>
    program
      .output()
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
      .map((line) => lineSchema.parse(JSON.parse(line)));
  return { ...program, lines };
}

export type LaunchServer = () => ServerProcess;

/** Lends a way to start servers; none of them outlives the task. */
export async function withServers<Value>(
  { dataDir, settings = {} }: { readonly dataDir: string; readonly settings?: Settings },
  task: (launch: LaunchServer) => Promise<Value>,
): Promise<Value> {
  const started: ServerProcess[] = [];
  const launch = () => {
    const server = launchServer(dataDir, settings);
    started.push(server);
    return server;
  };
  try {
    return await task(launch);
  } finally {
    for (const server of started) await server.kill('everything');
  }
}

export async function readyServer(launch: LaunchServer): Promise<ReadyServer> {
  const server = launch();
  const { port, afterMs } = await server.ready;
  return { ...server, port, afterMs, origin: `http://127.0.0.1:${port}` };
}

/** What a start said that it repaired, a line each. */
export function repairs(lines: readonly LogLine[]): readonly string[] {
  return lines.map(({ msg }) => msg).filter((line) => line.startsWith('Réparé au démarrage'));
}

export function failures(lines: readonly LogLine[]): readonly string[] {
  return lines
    .filter((line) => line.level >= FAILURE && !isSearchPreparing(line))
    .map((line) => `logged: ${JSON.stringify(line)}`);
}

/** While its index is made, anew where it was damaged, the search asks to come back. */
function isSearchPreparing({ status, url }: LogLine): boolean {
  return status === 503 && url.startsWith('/api/search?');
}
