import type { RoundReport } from './round.ts';

/** A round that could not be finished is a fault: somebody has to look. */
export function brokenOff(error: unknown): RoundReport {
  return { summary: 'broken off', confirmed: 0, readyAfterMs: 0, repaired: [], faults: [String(error)] };
}

/** A round in lines: one, and one for each fault. */
export function describeRound(number: number, report: RoundReport): readonly string[] {
  const { summary, confirmed, readyAfterMs, repaired, faults } = report;
  const state = faults.length === 0 ? 'ok' : 'FAULT';
  const said = repaired.length === 0 ? [] : [`« ${repaired.map(shorten).join(' | ')} »`];
  const line = [`${confirmed} confirmed`, summary, `ready in ${readyAfterMs} ms`, ...said].join(' · ');
  return [`${number}. ${state} · ${line}`, ...faults.map((fault) => `   ${fault}`)];
}

/** The advice for the operator is long. */
function shorten(sentence: string): string {
  return sentence.length > 200 ? `${sentence.slice(0, 200)}…` : sentence;
}
