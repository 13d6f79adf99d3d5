import { executionAsyncResource } from 'node:async_hooks';
import { pino } from 'pino';
import * as z from 'zod';
import type { Development } from './compose.ts';
import { ExplainedError } from './data/explained.ts';
import { parseEnv } from './env.ts';
import { type RunningServer, startServer } from './start.ts';

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
    console.error(error instanceof ExplainedError ? error.message : error);
    process.exit(1);
  });
}

async function run({ variables, ...options }: RunOptions): Promise<void> {
  keepTickShape();
  const env = parseEnv(variables);
  const isTerminal = process.stdout.isTTY;
  const logger = isTerminal
    ? pino({ level: env.logLevel }, createTerminalLog(process.stdout))
    : pino({ level: env.logLevel });
  const stopping = new AbortController();
  const starting = startServer({ ...options, env, logger, signal: stopping.signal });
  stopOnSignals(starting, stopping);
  const running = await starting;
  const ready = `Encrier est prêt\u00a0: ${running.origin}`;
  if (isTerminal) process.stdout.write(`\n  ${ready}\n  Arrêt\u00a0: Ctrl+C\n\n`);
  else logger.info({ origin: running.origin, port: running.port }, ready);
  tellFirstCode(running);
  process.send?.({ kind: 'ready', origin: running.origin, port: running.port });
}

/**
 * Keeps one tick for the life of the process. V8 forgets a shape of which no object is left once it has cleared all memory a few
 * times, and the literal that `process.nextTick` makes (keys in brackets) is then slow for good: 0.9 µs instead of 0.1, and an answer
 * takes several ticks.
 */
function keepTickShape(): void {
  process.nextTick(() => {
    const tick = executionAsyncResource();
    process.once('exit', () => tick); // What a listener names is kept.
  });
}

/**
 * While there is no administrator: what `/auth` asks for. It is for whoever sees this terminal or log, whatever LOG_LEVEL leaves out
 * of that, and nobody else.
 */
function tellFirstCode({ origin, firstCode }: RunningServer): void {
  const code = firstCode();
  if (code === null) return;
  if (process.stdout.isTTY)
    process.stdout.write(
      `  Premier administrateur\u00a0: ouvrez ${origin}/auth et donnez ce code\u00a0: ${code}\n\n`,
    );
  else pino().info({ firstCode: code }, `Premier administrateur\u00a0: ${origin}/auth, code ${code}`);
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

/** What is shown of a line of the log; the rest is for programs. */
const lineSchema = z.object({
  level: z.number(),
  time: z.number(),
  msg: z.string().default(''),
  method: z.string().optional(),
  url: z.string().optional(),
  status: z.number().optional(),
  ms: z.number().optional(),
  err: z.object({ stack: z.string().optional(), message: z.string().optional() }).optional(),
});
type Line = z.infer<typeof lineSchema>;

/** pino's number for a warning. */
const WARNING = 40;

/** A stream for pino that shows its JSON lines as a person reads them: the hour, what happened, the error whole. */
export function createTerminalLog(out: { write(text: string): unknown }): { write(line: string): void } {
  return {
    write(line) {
      const parsed = lineSchema.safeParse(JSON.parse(line));
      out.write(parsed.success ? terminalLine(parsed.data) : line);
    },
  };
}

function terminalLine({ level, time, msg, method, url, status, ms, err }: Line): string {
  const hour = new Date(time).toLocaleTimeString('fr-FR');
  const sign = level >= WARNING ? '! ' : '  ';
  const what = method === undefined ? msg : `${method} ${url ?? ''} → ${status ?? ''} (${ms ?? ''} ms)`;
  const error = err === undefined ? '' : `\n${err.stack ?? err.message ?? ''}`;
  // What visitors ask for is shown, so it must not steer the terminal.
  return `${sign}${hour}  ${what}${error}`.replace(/[^\P{Cc}\n]/gu, '?') + '\n';
}
