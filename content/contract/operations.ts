import { accountOperations } from './account-operations.ts';
import { historyOperations } from './history-operations.ts';
import { imagesOperations } from './images-operations.ts';
import { importOperations } from './import-operations.ts';
import { maintenanceOperations } from './maintenance-operations.ts';
import { outsideCalls } from './outside.ts';
import { postsOperations } from './posts-operations.ts';
import { publishingCalls } from './publishing.ts';
import { searchOperations } from './search-operations.ts';
import { settingsOperations } from './settings-operations.ts';
import { syncOperations } from './sync-operations.ts';

/** What the content service does, whatever door is used (docs/architecture.md). */
export const contentOperations = {
  ...postsOperations,
  ...searchOperations,
  ...historyOperations,
  ...imagesOperations,
  ...importOperations,
  ...settingsOperations,
  ...maintenanceOperations,
  ...syncOperations,
} as const;

/** Every call there is (docs/product.md, Calls; docs/design.md, HTTP): the HTTP door, the client and docs/api.md are made from it. */
export const operations = { ...contentOperations, ...accountOperations } as const;

export type ContentOperations = typeof contentOperations;
export type AccountOperations = typeof accountOperations;
export type Operations = typeof operations;
export type OperationName = keyof Operations;

/** What the admin may ask for, be it of a desktop alone: it is told what is answered where it is. */
export const adminCalls = { ...operations, ...publishingCalls, ...outsideCalls } as const;
export type AdminCalls = typeof adminCalls;
export type CallName = keyof AdminCalls;

/** A row as far as it says what it makes untrue: only calls of this table, else it does not compile. */
interface StaleRow {
  readonly summary: string;
  readonly makesStale?: readonly CallName[];
}

/** The calls whose answers are untrue once this one succeeded. */
export function staleAfter(name: CallName): readonly CallName[] {
  const row: StaleRow = adminCalls[name];
  return row.makesStale ?? [];
}

/** All of them: what the web offers. A desktop offers fewer. */
export const OPERATION_NAMES: ReadonlySet<OperationName> = new Set(
  Object.keys(operations) as OperationName[], // the keys of a constant table
);
