import { type Logger, pino } from 'pino';
import type { Development } from './compose.ts';
import { DataFolderError } from './data/data-folder.ts';
import { EnvError, parseEnv } from './env.ts';
import { UpstreamError } from './follow-upstream.ts';
import { ListenError } from './http-server.ts';
import { NodeVersionError, refuseOldNode } from './node-version.ts';
import { type RunningServer, startServer } from './start.ts';
import { createTerminalLog } from './terminal-log.ts';

/** We were told to stop while the start waited. */
class StartStopped extends Error {
  override readonly name = 'StartStopped';
}

interface RunOptions {
  /** The folder of package.json. */
  readonly root: string;
  /** Settings (README.md). */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly development?: Development;
}

/** Runs the server as this program: until a signal, or a start that fails, ends it. */
export function runServer(options: RunOptions): void {
  run(options).catch((error: unknown) => {
    if (error instanceof StartStopped) return; // Whoever stops us sees to the end.
    const isExplained = [NodeVersionError, EnvError, DataFolderError, ListenError, UpstreamError].some(
      (kind) => error instanceof kind,
    );
    console.error(isExplained && error instanceof Error ? error.message : error);
    process.exit(1);
  });
}

async function run({ variables, ...options }: RunOptions): Promise<void> {
  refuseOldNode(options.root);
  const env = parseEnv(variables);
  const isTerminal = process.stdout.isTTY;
  const logger = isTerminal
    ? pino({ level: env.logLevel }, createTerminalLog(process.stdout))
    : pino({ level: env.logLevel });
  const stopping = new AbortController();
  const starting = startServer({ ...options, env, logger, signal: stopping.signal });
  stopOnSignals(starting, stopping);
  const running = await starting;
  const ready = `Encrier est prêt : ${running.origin}`;
  if (isTerminal) process.stdout.write(`\n  ${ready}\n  Arrêt : Ctrl+C\n\n`);
  else logger.info({ origin: running.origin, port: running.port }, ready);
  tellFirstCode(running, logger);
  process.send?.({ kind: 'ready', origin: running.origin, port: running.port });
}

/** While there is no administrator: what `/auth` asks for. It is for whoever sees this terminal or log, and nobody else. */
function tellFirstCode({ origin, firstCode }: RunningServer, logger: Logger): void {
  const code = firstCode();
  if (code === null) return;
  if (process.stdout.isTTY)
    process.stdout.write(`  Premier administrateur : ouvrez ${origin}/auth et donnez ce code : ${code}\n\n`);
  else logger.info({ firstCode: code }, `Premier administrateur : ${origin}/auth, code ${code}`);
}

/**
 * The first signal stops gently, even one that comes while the start goes on: what it has read so far is then kept for
 * the next one; only an upstream that does not answer is not waited for. A second signal stops at once.
 */
function stopOnSignals(starting: Promise<RunningServer>, stopping: AbortController): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) process.exit(130);
    isStopping = true;
    stopping.abort(new StartStopped());
    starting
      .then((running) => running.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          if (error instanceof StartStopped) process.exit(0);
          console.error(error);
          process.exit(1);
        },
      );
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
}
