import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isProcessGone, processIdentity } from './processes.ts';

const [boot = '', pid = '', start = ''] = processIdentity().split('.');

describe('isProcessGone', () => {
  it('knows this process, and another one that runs', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
    await once(child, 'spawn');
    const other = [boot, child.pid, 'x'].join('.');
    expect([isProcessGone(processIdentity()), isProcessGone(other)]).toEqual([false, false]);
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
    expect(isProcessGone(other)).toBe(true);
  });

  it('knows a process that has ended', () => {
    const ended = spawnSync(process.execPath, ['-e', '']).pid;
    expect(isProcessGone([boot, ended, start].join('.'))).toBe(true);
  });

  it('takes nobody of another boot for alive', () => {
    const identity = [boot.replace(/^./, (digit) => (digit === '0' ? '1' : '0')), pid, start].join('.');
    expect(isProcessGone(identity)).toBe(true);
  });

  it.runIf(process.platform === 'linux')('is not deceived by a pid that was given again', () => {
    expect(isProcessGone([boot, pid, String(Number(start) + 1)].join('.'))).toBe(true);
  });

  it('does not judge what it cannot read', () => {
    expect(isProcessGone('quelque chose')).toBe(false);
  });
});
