import { describe, expect, it, vi } from 'vitest';
import { hostOperations, OFFERED_NAMES } from '#desktop/host/operations.ts';
import { operations } from '../../contract/operations.ts';
import { ELSEWHERE, HTTP_ONLY, IPC_ONLY, ROWS } from './contract-rows.ts';
import { describeContract, type Transcript } from './contract-suite.ts';
import { openHttpDoor } from './http-door.ts';
import { openIpcDoor } from './ipc-door.ts';

vi.mock('electron', async () => (await import('./electron-channel.ts')).electronChannel);

const overHttp: Transcript = new Map();
const overIpc: Transcript = new Map();
describeContract({ name: 'HTTP', open: openHttpDoor, transcript: overHttp });
describeContract({ name: 'IPC', open: openIpcDoor, transcript: overIpc });

describe('both doors', () => {
  it('answer the same to the same', () => {
    expect(Object.fromEntries(overIpc)).toEqual(Object.fromEntries(overHttp));
  });
});

describe('the suite', () => {
  it.each(ROWS)('asks for $name rightly, and wrongly where it can be', ({ name, row, cases }) => {
    if (name in ELSEWHERE) return;
    expect(cases.filter(({ refused }) => refused === undefined)).not.toEqual([]);
    const takesNothing = row.input === operations.getSite.input || row.input === operations.listPosts.input;
    if (!takesNothing && name !== 'getLive')
      expect(cases.filter(({ refused }) => refused !== undefined)).not.toEqual([]);
  });

  it('knows which calls only one of them has, and why', () => {
    const offered = new Set<string>(OFFERED_NAMES);
    const others = Object.keys(operations).filter((name) => !offered.has(name));
    expect(Object.keys(HTTP_ONLY).sort()).toEqual(others.sort());
    expect(Object.keys(IPC_ONLY).sort()).toEqual(Object.keys(hostOperations).sort());
  });
});
