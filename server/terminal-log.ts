import * as z from 'zod';

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
