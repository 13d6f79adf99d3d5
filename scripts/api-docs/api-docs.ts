import * as z from 'zod';
import type { Operation } from '#content/contract/operation.ts';
import { operations } from '#content/contract/operations.ts';
import { STATUS_OF } from '#content/contract/reply.ts';

const OPENING = `# The calls of Encrier

Made from the operations table (\`content/contract/operations.ts\`) by \`npm run docs:api\`; a test compares. Everything is
JSON over HTTP and sends cookies. **session** means: only for whoever is signed in; anyone else is answered 401 and
nothing happens. A field marked \`?\` may be left out; for a save, an absent field is unchanged and \`null\` removes it.

An error is \`{ "error": "a French sentence", "code": "…", "data": { … } }\` with one of these statuses:
`;

/** Shapes that several calls answer with: they stand once, under these names. */
const NAMED_SHAPES = {
  Post: operations.getPost.output,
  EditablePost: operations.getEditablePost.output,
  SavedPost: operations.updatePost.output,
  Site: operations.getSite.output,
  SyncState: operations.getSyncState.output,
  Import: operations.getImport.output,
} as const;
const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED_SHAPES)) names.add(schema, { id });

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
    '\n## Shapes\n',
    'A name with a capital letter, below, stands for one of these.\n',
    ...Object.entries(NAMED_SHAPES).map(([name, schema]) => `**${name}**: \`${namedShape(name, schema)}\`\n`),
    '## What goes in and what comes out\n',
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

/** A JSON schema, as far as zod writes it. */
interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

/** A schema as a TypeScript-like type on one line; '' for one that takes or gives nothing. */
function shapeOf(schema: z.ZodType, io: 'input' | 'output'): string {
  const text = write(jsonSchema(schema, io));
  return text === '{}' || text === 'unknown' ? '' : text;
}

function namedShape(name: string, schema: z.ZodType): string {
  return write(jsonSchema(schema, 'output').$defs?.[name] ?? {});
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const options = { io, metadata: names, unrepresentable: 'any', override: nameBytes } as const;
  return z.toJSONSchema(schema, options) as Schema; // its own format
}

/** Bytes have no JSON form: they are the file part of a form. */
function nameBytes({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: object }): void {
  if (zodSchema._zod.def.type === 'custom') Object.assign(jsonSchema, { type: 'file' });
}

function write(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.slice('#/$defs/'.length);
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return [...new Set(options.map(write))].join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (typeof schema.type === 'object') return schema.type.join(' | ');
  switch (schema.type) {
    case 'array':
      return `${bracketed(write(schema.items ?? {}))}[]`;
    case 'object':
      return writeObject(schema);
    case 'string':
      return schema.format === undefined ? 'string' : (NAMED_FORMATS[schema.format] ?? 'string');
    case 'integer':
      return 'number';
    case undefined:
      return 'unknown';
    default:
      return schema.type;
  }
}

const NAMED_FORMATS: Readonly<Record<string, string>> = {
  uuid: 'uuid',
  'date-time': 'datetime',
  email: 'email',
};

function writeObject({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${write(field)}`,
  );
  if (typeof additionalProperties === 'object' && Object.keys(properties).length === 0)
    return `{ [name]: ${write(additionalProperties)} }`;
  return fields.length === 0 ? '{}' : `{ ${fields.join('; ')} }`;
}

function bracketed(text: string): string {
  return / \| /.test(text) && !text.startsWith('{') ? `(${text})` : text;
}
