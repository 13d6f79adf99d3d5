import type { Operation } from '#content/contract/operation.ts';
import { operations } from '#content/contract/operations.ts';
import { STATUS_OF } from '#content/contract/reply.ts';
import { shapeOf } from './shape.ts';

const OPENING = `# The calls of Encrier

Made from the operations table (\`content/contract/operations.ts\`) by \`npm run docs:api\`; a test compares. Everything is
JSON over HTTP and sends cookies. **session** means: only for whoever is signed in; anyone else is answered 401 and
nothing happens. A field marked \`?\` may be left out; for a save, an absent field is unchanged and \`null\` removes it.

An error is \`{ "error": "a French sentence", "code": "…", "data": { … } }\` with one of these statuses:
`;

/** docs/api.md: every call with who may make it, what goes in and what comes out. */
export function apiDocs(): string {
  const rows: readonly (readonly [string, Operation])[] = Object.entries(operations);
  return [
    OPENING,
    statuses(),
    '\n## All calls\n',
    '| call | access | what it does |',
    '| --- | --- | --- |',
    ...rows.map(([, row]) => `| ${addresses(row).join('<br>')} | ${row.access} | ${row.summary} |`),
    '\n## What goes in and what comes out\n',
    ...rows.flatMap(([name, row]) => details(name, row)),
  ].join('\n');
}

function statuses(): string {
  const byStatus = new Map<number, string[]>();
  for (const [code, status] of Object.entries(STATUS_OF))
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\``]);
  const lines = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => `| ${status} | ${codes.join(', ')} |`);
  return ['| status | codes |', '| --- | --- |', ...lines].join('\n');
}

function addresses({ routes }: Operation): readonly string[] {
  return routes.map((route) => `\`${route}\``);
}

/** What is said of an input that is not JSON. */
const BODIES = {
  multipart: ' (multipart form)',
  bytes: ' (`part` is the body, the rest the query)',
} as const;

function details(name: string, row: Operation): readonly string[] {
  const input = shapeOf(row.input, 'input');
  const output = row.status === 204 ? '' : shapeOf(row.output, 'output');
  const how = row.body === undefined ? '' : BODIES[row.body];
  return [
    `### ${name}`,
    '',
    `${addresses(row).join(', ')} · ${row.access} · answers ${row.status}`,
    '',
    row.summary,
    '',
    ...(input === '' ? [] : [`In${how}: \`${input}\``, '']),
    ...(output === '' ? [] : [`Out: \`${output}\``, '']),
  ];
}
