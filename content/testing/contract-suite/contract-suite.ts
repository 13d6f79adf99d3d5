import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, OperationError } from '#content/contract/client.ts';
import type { Operation } from '#content/contract/operation.ts';
import type { OperationName } from '#content/contract/operations.ts';
import { STATUS_OF } from '#content/contract/reply.ts';
import type { ContractCase, Site } from './contract-case.ts';
import type { ContractDoor } from './contract-door.ts';
import { ROWS } from './contract-rows.ts';

/** What each case was answered, by row and sentence, without what is of one site or one moment. */
export type Transcript = Map<string, unknown>;

interface SuiteOptions {
  readonly name: ContractDoor['name'];
  readonly open: () => Promise<ContractDoor>;
  /** Filled with what is answered. */
  readonly transcript: Transcript;
}

/** Every row that this door has, asked for rightly and wrongly, over a real site. */
export function describeContract({ name, open, transcript }: SuiteOptions): void {
  describe(`the contract over ${name}`, () => {
    let site: Site;
    beforeAll(async () => {
      const door = await open();
      site = { door, client: createClient(door.transport) };
    });
    afterAll(async () => {
      const bugs = site.door.bugs();
      await site.door.close();
      expect(bugs).toEqual([]);
    });

    for (const { name: rowName, row, cases, isHttpOnly } of ROWS) {
      if (cases.length === 0 || (isHttpOnly && name === 'IPC')) continue;
      describe(rowName, () => {
        it.each(cases)('$it', async (one) => {
          const answered = await answerOf(site, rowName, one);
          await one.after?.(site);
          if (!isHttpOnly && one.isOfTheDoor !== true)
            transcript.set(`${rowName} ${one.it}`, withoutChance(answered));
          expectAnswer(row, one, answered);
        });
      });
    }
  });
}

type Answered = { readonly value: unknown } | { readonly refused: OperationError };

async function answerOf(site: Site, row: OperationName, { send }: ContractCase): Promise<Answered> {
  const input = typeof send === 'function' ? await send(site) : send;
  try {
    return { value: await site.door.transport(row, input, {}) };
  } catch (error) {
    if (error instanceof OperationError) return { refused: error };
    throw error;
  }
}

function expectAnswer(row: Operation, { gives, refused }: ContractCase, answered: Answered): void {
  if (refused !== undefined) {
    expect(answered).toHaveProperty('refused');
    if (!('refused' in answered)) return;
    const { status, text, code, data } = answered.refused;
    expect({ status, error: text, code, data }).toMatchObject({
      status: STATUS_OF[refused.code],
      error: refused.error,
      code: refused.code,
      data: refused.data ?? {},
    });
    return;
  }
  expect(answered).not.toHaveProperty('refused');
  const value = 'value' in answered ? answered.value : undefined;
  const parsed = row.output.parse(value);
  expect(parsed).toEqual(value);
  if (gives === undefined) expect(parsed).toBeUndefined();
  else expect(parsed).toMatchObject(gives);
}

/** What a desktop alone has to say: a server publishes with each save. */
const A_DESKTOP_SAYS = new Set(['stages']);

/** Ids, moments and addresses are each site's own; everything else is the same through every door. */
function withoutChance(answered: Answered): unknown {
  const text = JSON.stringify(answered, (key, value: unknown) => (A_DESKTOP_SAYS.has(key) ? null : value))
    .replaceAll(/[0-9a-f]{40}/g, '<commit or blob>')
    .replaceAll(/\d{4}-\d{2}-\d{2}-[0-9a-f]{12}/g, '<backup>')
    .replaceAll(/(?!00000000)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<moment>');
  return JSON.parse(text) as unknown;
}
