import type * as z from 'zod';
import { nothing } from './fields.ts';

type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** A verb and a path under /api; `:name` takes the input's field of that name. */
type Route = `${Verb} /api/${string}`;

/** What the audit log says once the call succeeded (docs/product.md, Audit log). */
interface AuditNote {
  readonly eventType: AuditEventType;
  readonly resourceType: AuditResourceType;
}

export const AUDIT_EVENT_TYPES = [
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'create',
  'update',
  'publish',
  'unpublish',
  'delete',
  'restore',
  'upload',
  'settings',
  'account',
  'maintenance',
  'export',
] as const;
export type AuditEventType = (typeof AUDIT_EVENT_TYPES)[number];
export const AUDIT_RESOURCE_TYPES = ['post', 'image', 'site', 'user', 'session', 'content'] as const;
export type AuditResourceType = (typeof AUDIT_RESOURCE_TYPES)[number];

/** What every door needs of a call: what goes in, what comes out. */
export interface Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly input: Input;
  readonly output: Output;
  /** One English sentence for who reads the table. */
  readonly summary: string;
}

/** A call of the content service or the server: who may make it, and where HTTP finds it. Both doors are made from it. */
export interface Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType>
  extends Call<Input, Output> {
  /** `session`: only for whoever is signed in; anyone else is answered `unauthenticated`. */
  readonly access: 'public' | 'session';
  /** The first is its own address; the others are kept for older callers (docs/product.md, Calls). */
  readonly routes: readonly [Route, ...Route[]];
  /** HTTP's status when it succeeds. */
  readonly status: 200 | 201 | 204;
  /**
   * How HTTP carries the input beside the path: query of a GET or DELETE, JSON of the others, unless this says else. `bytes`: those of
   * the field `part` are the body, and the query carries the rest.
   */
  readonly body?: 'multipart' | 'bytes';
  /** The answer is written piece by piece, or is no JSON: the HTTP door has a route of its own for it. */
  readonly streamed?: true;
  readonly audit?: AuditNote;
  /** The calls whose answers this one makes untrue: who keeps them asks again once it succeeded. */
  readonly makesStale?: readonly string[];
}

/** What a row does not say. */
const DEFAULTS = { access: 'session', input: nothing, status: 200 } as const satisfies Partial<Operation>;
type Defaults = typeof DEFAULTS;
type GivenRow = Omit<Operation, keyof Defaults> & Partial<Pick<Operation, keyof Defaults>>;

/** States a row of a table, whose exact type it keeps: for whoever is signed in, without an input, answered 200, unless it says else. */
export function operation<const Row extends GivenRow>(row: Row): Omit<Defaults, keyof Row> & Row {
  return { ...DEFAULTS, ...row };
}

/** States a row that only IPC carries. */
export function call<const Row extends Call>(row: Row): Row {
  return row;
}

export type CallTable = Readonly<Record<string, Call>>;
export type InputOf<Row extends Call> = z.output<Row['input']>;
export type OutputOf<Row extends Call> = z.output<Row['output']>;

/** One function for each row that is not streamed; `Context` tells who is calling. */
export type Handlers<Table extends CallTable, Context> = {
  readonly [Name in keyof Table as Table[Name] extends { readonly streamed: true } ? never : Name]: (
    input: InputOf<Table[Name]>,
    context: Context,
  ) => Promise<z.input<Table[Name]['output']>>;
};
