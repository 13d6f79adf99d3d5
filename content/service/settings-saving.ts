import { objectId } from '#content/git/objects/object-id.ts';
import { entryAt } from '#content/git/tree-differences.ts';
import type { CommitAction } from '../contract/commit-sentences.ts';
import { editSettingsFile, MAX_SETTINGS_BYTES, type SettingsReading } from '../files/settings-file.ts';
import { isSameValue } from '../files/value-changes.ts';
import type { Person } from '../model/change-set.ts';
import { ContentError, hasCode } from '../model/errors.ts';
import { isLostAt, type Snapshot } from '../model/snapshot.ts';
import { waitingImages } from './images/lost-images.ts';
import { makeOneCommit, type Plan } from './one-commit.ts';
import { mergeSettings } from './settings-merging.ts';
import { authorView } from './waiting/author-view.ts';
import type { PendingContext } from './waiting/pending-keeping.ts';
import type { Workspace } from './workspace.ts';

/** What a settings file is to the rest: where it is, how it is read, and what serves when there is none. */
export interface SettingsKind<Value> {
  readonly path: string;
  readonly action: CommitAction;
  readonly builtIn: Value;
  readonly parse: (bytes: Uint8Array) => SettingsReading<Value>;
  /** What is served, and the blob id of its file; '' for the built-in one. */
  readonly served: (snapshot: Snapshot) => { readonly value: Value; readonly id: string };
  /** The images that it names: those that only wait are published with it. */
  readonly images?: (value: Value) => Iterable<string>;
  /** Refuses what the schema allows but the content does not; `before` is what is served. */
  readonly check?: (wanted: Value, before: Value, snapshot: Snapshot) => void;
  /** The value as a caller's own changes are told from it: without what the caller has no say in. */
  readonly asked?: (wanted: Value, base: Value) => Value;
  /** The last touch, made only when something changes. */
  readonly stamped?: (wanted: Value, now: number) => Value;
}

export interface Saved<Value> {
  readonly value: Value;
  readonly revision: string | null;
}

interface Save<Value> {
  readonly wanted: Value;
  /** The revision the caller's values were read at; null for the built-in ones. */
  readonly revision: string | null;
  readonly author: Person;
}

/**
 * Saves a settings file as one commit that touches the values that differ. What the caller changed goes together with what
 * others changed meanwhile, value by value; ContentError 'conflict' when both changed one value, and when nobody knows the
 * revision the caller started from. A file that cannot be read is left alone: 'invalid' says what is wrong with it.
 */
export async function saveSettings<Value>(
  context: SettingsContext,
  kind: SettingsKind<Value>,
  save: Save<Value>,
): Promise<Saved<Value>> {
  return makeOneCommit(context.workspace, save.author, (snapshot) =>
    planSave(context, kind, { ...save, snapshot }),
  );
}

/** Where settings are, and what waits. */
export type SettingsContext = Pick<PendingContext, 'workspace' | 'pending'>;

interface SaveFrom<Value> extends Save<Value> {
  readonly snapshot: Snapshot;
}

async function planSave<Value>(
  context: SettingsContext,
  kind: SettingsKind<Value>,
  { wanted, revision, snapshot }: SaveFrom<Value>,
): Promise<Plan<Saved<Value>>> {
  const { workspace } = context;
  await refuseUnreadable(workspace, kind.path, snapshot);
  const { value: before, id } = kind.served(snapshot);
  const base = await valuesAt(workspace, kind, { revision, current: { value: before, id } });
  const ours = kind.asked?.(wanted, base) ?? wanted;
  const merged = mergeSettings({ base, ours, theirs: before });
  if (merged === null) throw new ContentError('conflict', { path: kind.path });
  const { action } = kind;
  const isLost = isLostAt(snapshot, kind.path);
  if (isSameValue(merged, before) && !isLost)
    return { changes: [], action, value: { value: before, revision: id === '' ? null : id } };
  const bytes = id === '' || isLost ? null : await workspace.read(id);
  const edited = editSettingsFile(bytes, before, merged);
  const after = checked(kind, edited, merged);
  kind.check?.(after, before, (await authorView(context, snapshot)).snapshot);
  const stamped = kind.stamped?.(after, workspace.clock()) ?? after;
  const written = stamped === after ? edited : editSettingsFile(bytes, before, stamped);
  const value = { value: checked(kind, written, stamped), revision: objectId('blob', written) };
  const images = await waitingImages(context, snapshot, kind.images?.(stamped) ?? []);
  return { changes: [{ path: kind.path, bytes: written }, ...images], action, value };
}

/** What the written file reads as, which must be what was wanted. */
function checked<Value>(kind: SettingsKind<Value>, bytes: Uint8Array, wanted: unknown): Value {
  const reading = kind.parse(bytes);
  if (reading.kind === 'problem') {
    const [problem] = reading.problems;
    throw new ContentError('invalid', { path: kind.path, reason: problem?.reason ?? NOT_READ_BACK });
  }
  if (isSameValue(reading.value, wanted)) return reading.value;
  throw new ContentError('invalid', { path: kind.path, reason: NOT_READ_BACK });
}

const NOT_READ_BACK =
  'Ces valeurs ne se reliraient pas comme elles ont été écrites : rien n’a été enregistré.';

/**
 * A save over a file that cannot be read would throw away what its author was writing. One that is missing, or that the
 * repository lost, is written again, from its last known version.
 */
async function refuseUnreadable(workspace: Workspace, path: string, snapshot: Snapshot): Promise<void> {
  const problem = snapshot.problems.find((candidate) => candidate.path === path);
  if (problem === undefined || problem.object !== undefined) return;
  const { tree } = await workspace.objects.readCommit(snapshot.commit);
  if ((await entryAt(workspace.objects, tree, [path])) === null) return;
  const place = problem.line > 0 ? ` (ligne ${problem.line})` : '';
  const reason = `Le fichier ${path} ne se lit pas${place}\u00a0: corrigez-le d’abord, rien n’a été enregistré. ${problem.reason}`;
  throw new ContentError('invalid', { path, reason });
}

interface Start<Value> {
  readonly revision: string | null;
  readonly current: { readonly value: Value; readonly id: string };
}

/** The values of a revision. Throws ContentError 'conflict' when it is none of this file that can be read. */
async function valuesAt<Value>(
  workspace: Workspace,
  kind: SettingsKind<Value>,
  { revision, current }: Start<Value>,
): Promise<Value> {
  if ((revision ?? '') === current.id) return current.value;
  if (revision === null) return kind.builtIn;
  const bytes = await bytesAt(workspace, revision);
  const reading = bytes === null ? null : kind.parse(bytes);
  if (reading?.kind === 'ok') return reading.value;
  throw new ContentError('conflict', { path: kind.path });
}

async function bytesAt(workspace: Workspace, revision: string): Promise<Uint8Array | null> {
  try {
    const header = await workspace.objects.sizeOf(revision);
    if (header?.type !== 'blob' || header.size > MAX_SETTINGS_BYTES) return null;
    return await workspace.read(revision);
  } catch (error) {
    if (hasCode(error, 'corrupt') || hasCode(error, 'not-found')) return null;
    throw error;
  }
}
