import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createTerminalLog } from './run-server.ts';

function shown(log: (logger: pino.Logger) => void): string {
  let text = '';
  log(pino({ level: 'info' }, createTerminalLog({ write: (part) => (text += part) })));
  return text;
}

describe('createTerminalLog', () => {
  it('shows a request on one line, with its hour', () => {
    const text = shown((logger) =>
      logger.info({ method: 'GET', url: '/blog', status: 200, ms: 3.2 }, 'request'),
    );
    expect(text).toMatch(/^ {2}\d\d:\d\d:\d\d {2}GET \/blog → 200 \(3.2 ms\)\n$/);
  });

  it('marks what went wrong and shows the error whole', () => {
    const text = shown((logger) => logger.error({ err: new Error('raison') }, 'page failed'));
    expect(text).toMatch(/^! \d\d:\d\d:\d\d {2}page failed\nError: raison\n {4}at /);
  });

  it('lets nothing that a visitor sends steer the terminal', () => {
    const text = shown((logger) =>
      logger.info({ method: 'GET', url: '/\u001b[2J\u0007', status: 404, ms: 1 }, 'request'),
    );
    expect(text).toContain('/?[2J? → 404');
  });
});
