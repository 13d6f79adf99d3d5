import * as z from 'zod';

/** A JSON schema, as far as zod writes it. */
interface Schema {
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
export function shapeOf(schema: z.ZodType, io: 'input' | 'output'): string {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: nameBytes }) as Schema; // its own format
  const text = write(json);
  return text === '{}' || text === 'unknown' ? '' : text;
}

/** Bytes have no JSON form: they are the file part of a form. */
function nameBytes({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: object }): void {
  if (zodSchema._zod.def.type === 'custom') Object.assign(jsonSchema, { type: 'file' });
}

function write(schema: Schema): string {
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
