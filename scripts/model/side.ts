import {
  type Client,
  type ClientOf,
  createClient,
  createClientOf,
  OperationError,
} from '#content/contract/client.ts';
import type { ImportState } from '#content/contract/import-operations.ts';
import type { CallTable } from '#content/contract/operation.ts';
import { contentOperations } from '#content/contract/operations.ts';
import { outsideCalls } from '#content/contract/outside.ts';
import { publishingCalls } from '#content/contract/publishing.ts';
import type { CallContext } from '#content/service/workspace.ts';
import { keptTextCalls } from '#desktop/host/kept-texts.ts';
import { type Answer, createDoor } from '#desktop/main/door.ts';

export type SideName = 'site' | 'clara' | 'denis';
/** Where a text is written first: the operator of a site that follows a repository writes there. */
export type PlaceName = SideName | 'upstream';

/** What only a desktop answers. */
export const deskCalls = { ...publishingCalls, ...outsideCalls, ...keptTextCalls } as const;
type DeskClient = ClientOf<typeof deskCalls>;

/** What a reader gets of a post. */
export interface ReadPost {
  readonly id: string;
  readonly revision: string;
  readonly title: string;
  readonly content: () => Promise<string>;
}

/** One program of a story with the repository it works on. It can be ended at any moment, and opened again on what is on disk. */
export interface Side {
  readonly name: SideName;
  /** All that is its own on disk is below this folder. */
  readonly folder: string;
  readonly gitDir: string;
  readonly client: Client;
  open(): Promise<void>;
  /** Whatever it still does ends; never rejects. */
  close(): Promise<void>;
  /** Begins an import of a file of this machine: it is sent, or read where it is. */
  importFrom(file: string): Promise<ImportState>;
  /** What went wrong behind its answers, since it was asked last. */
  complaints(): readonly string[];
}

export interface Site extends Side {
  readonly name: 'site';
  /** What the public gets now. */
  readers(): Promise<readonly ReadPost[]>;
  /** Something was pushed: resolves once it is shown. */
  notice(): Promise<void>;
}

export interface Desk extends Side {
  readonly name: 'clara' | 'denis';
  /** Its files. */
  readonly articles: string;
  readonly host: DeskClient;
  /** Resolves once its files are as its branch has them, as far as they can be. */
  followed(): Promise<void>;
}

export function authorOf(name: SideName): CallContext['author'] {
  return { name, email: `${name}@exemple.fr` };
}

/** The calls of a side through the door of the desktop app: checked, and never answered by what is thrown. */
export function createDoorway(onBug: (error: unknown, name: string) => void) {
  let answers: ReadonlyMap<string, Answer> | null = null;
  const table: CallTable = { ...contentOperations, ...deskCalls };
  const door = createDoor({ table, answerTo: (name) => answers?.get(name) ?? null, onBug });

  async function transport(name: string, input: unknown): Promise<unknown> {
    const reply = await door({ isOurs: true, name, input });
    if (reply.ok) return reply.value;
    const { status, error } = reply;
    throw new OperationError({ ...error, status, text: error.error });
  }

  return {
    client: createClient(transport),
    host: createClientOf(deskCalls, transport),
    /** Who answers from now on. */
    open: (opened: ReadonlyMap<string, Answer>): void => void (answers = opened),
    shut: (): void => void (answers = null),
  };
}
