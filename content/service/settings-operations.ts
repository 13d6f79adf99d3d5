import { objectId } from '#content/git/objects/object-id.ts';
import { entryAt } from '#content/git/tree-differences.ts';
import { mergeValues } from '#content/model/difference/merge-values.ts';
import { isSameValue, valueAt, withChange } from '#content/model/difference/value-changes.ts';
import type { CommitAction } from '../contract/commit-sentences.ts';
import type { Handlers } from '../contract/operation.ts';
import type { ContentOperations } from '../contract/operations.ts';
import {
  DEFAULT_CAPACITY,
  DEFAULT_SITE,
  editSettingsFile,
  MAX_SETTINGS_BYTES,
  parseCapacityFile,
  parseSiteFile,
  type SettingsReading,
} from '../files/settings-file.ts';
import type { Capacity } from '../model/capacity.ts';
import type { Person } from '../model/change-set.ts';
import { ContentError, ifSound } from '../model/errors.ts';
import { CAPACITY_FILE, imagePathOfAddress, SITE_FILE } from '../model/paths.ts';
import type { Site } from '../model/site.ts';
import { isLostAt, type Snapshot } from '../model/snapshot.ts';
import type { ContentContext } from './content-context.ts';
import { imagesOfSite, waitingImages } from './post-references.ts';
import { authorView } from './waiting/author-view.ts';
import type { Plan } from './waiting/work-branch.ts';
import type { CallContext, Workspace } from './workspace.ts';

export type SettingsOperations = Pick<
  Handlers<ContentOperations, CallContext>,
  'getSite' | 'updateSite' | 'getCapacitySettings' | 'updateCapacitySettings'
>;

/** What may be asked of site.yml and capacity.yml (content/contract/settings-operations.ts). */
export function createSettingsOperations({
  workspace,
  origin,
}: Pick<ContentContext, 'workspace' | 'origin'>): SettingsOperations {
  return {
    async getSite() {
      const { value, revision } = SITE.served(await workspace.current());
      return { site: value, revision };
    },

    async updateSite({ site, revision }, { author }) {
      const kind = { ...SITE, images: (saved: Site) => imagesOfSite(saved, origin) };
      const saved = await saveSettings(workspace, kind, { wanted: site, revision, author });
      return { site: saved.value, revision: saved.revision };
    },

    async getCapacitySettings() {
      const { value, revision } = CAPACITY.served(await workspace.current());
      return { capacity: value, revision };
    },

    async updateCapacitySettings({ capacity, revision }, { author }) {
      const saved = await saveSettings(workspace, CAPACITY, { wanted: capacity, revision, author });
      return { capacity: saved.value, revision: saved.revision };
    },
  };
}

/** What a settings file is to the rest: where it is, how it is read, and what serves when there is none. */
interface SettingsKind<Value> {
  readonly path: string;
  readonly action: CommitAction;
  readonly builtIn: Value;
  readonly parse: (bytes: Uint8Array) => SettingsReading<Value>;
  readonly served: (snapshot: Snapshot) => Stated<Value>;
  /** The images that it names: those that only wait are published with it. */
  readonly images?: (value: Value) => Iterable<string>;
  /** Refuses what the schema allows but the content does not; `before` is what is served. */
  readonly check?: (wanted: Value, before: Value, snapshot: Snapshot) => void;
  /** The key that says when it last changed: callers have no say in it. */
  readonly stamp?: keyof Value & string;
}

interface Stated<Value> {
  readonly value: Value;
  /** The blob id of its file; null for the built-in one. */
  readonly revision: string | null;
}

const SITE: SettingsKind<Site> = {
  path: SITE_FILE,
  action: { kind: 'edit-site' },
  builtIn: DEFAULT_SITE,
  parse: parseSiteFile,
  served: ({ site, siteId }) => ({ value: site, revision: siteId === '' ? null : siteId }),
  check({ brand, owner }, before, { images }) {
    checkImage(images, { field: 'brand.logo', wanted: brand.logo, before: before.brand.logo });
    checkImage(images, { field: 'owner.portrait', wanted: owner.portrait, before: before.owner.portrait });
  },
};

const CAPACITY: SettingsKind<Capacity> = {
  path: CAPACITY_FILE,
  action: { kind: 'edit-capacity' },
  builtIn: DEFAULT_CAPACITY,
  parse: parseCapacityFile,
  served: ({ capacity, capacityId }) => ({
    value: capacity,
    revision: capacityId === '' ? null : capacityId,
  }),
  stamp: 'updatedAt',
};

interface ImageField {
  readonly field: string;
  readonly wanted: string | null;
  readonly before: string | null;
}

/** A new address must be that of an image of the repository; one that is there already may stay as it is. */
function checkImage(images: Snapshot['images'], { field, wanted, before }: ImageField): void {
  if (wanted === null || wanted === before) return;
  const path = imagePathOfAddress(wanted);
  if (path !== null && images.has(path)) return;
  const reason =
    'Cette image n’est pas dans la bibliothèque\u00a0: choisissez-en une, ou laissez le champ vide.';
  throw new ContentError('invalid', { path: '', reason, field });
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
function saveSettings<Value>(
  workspace: Workspace,
  kind: SettingsKind<Value>,
  save: Save<Value>,
): Promise<Stated<Value>> {
  const { path, action, parse, check, images } = kind;
  return workspace.change(save.author, async (snapshot): Promise<Plan<Stated<Value>>> => {
    await refuseUnreadable(workspace, path, snapshot);
    const served = kind.served(snapshot);
    const { value: before, revision } = served;
    const merged = await mergedWith(workspace, kind, { ...save, served });
    const isLost = isLostAt(snapshot, path);
    if (isSameValue(merged, before) && !isLost) return { changes: [], action, value: served };
    const wanted = stamped(kind, merged, new Date(workspace.clock()).toISOString());
    const current = revision === null || isLost ? null : await workspace.read(revision);
    const bytes = editSettingsFile(current, before, wanted);
    const value = readBack(path, parse(bytes), wanted);
    check?.(value, before, (await authorView(workspace, snapshot)).snapshot);
    const waiting = await waitingImages(workspace, snapshot, images?.(value) ?? []);
    return {
      changes: [{ path, bytes }, ...waiting],
      action,
      value: { value, revision: objectId('blob', bytes) },
    };
  });
}

interface SaveOver<Value> extends Save<Value> {
  readonly served: Stated<Value>;
}

/** What is served with what the caller changed. Throws ContentError 'conflict'. */
async function mergedWith<Value>(
  workspace: Workspace,
  kind: SettingsKind<Value>,
  { wanted, revision, served }: SaveOver<Value>,
): Promise<unknown> {
  const base = await valuesAt(workspace, kind, revision, served);
  const ours = kind.stamp === undefined ? wanted : stamped(kind, wanted, valueAt(base, [kind.stamp]));
  const { value, disputed } = mergeValues({ base, ours, theirs: served.value });
  if (disputed.length > 0) throw new ContentError('conflict', { path: kind.path });
  return value;
}

function stamped<Value>({ stamp }: SettingsKind<Value>, values: unknown, stated: unknown): unknown {
  return stamp === undefined ? values : withChange(values, { kind: 'set', path: [stamp], value: stated });
}

/** What a file that was written reads as, which must be what was wanted. */
function readBack<Value>(path: string, reading: SettingsReading<Value>, wanted: unknown): Value {
  if (reading.kind === 'ok' && isSameValue(reading.value, wanted)) return reading.value;
  const told = reading.kind === 'problem' ? reading.problems[0]?.reason : undefined;
  throw new ContentError('invalid', { path, reason: told ?? NOT_READ_BACK });
}

const NOT_READ_BACK =
  'Ces valeurs ne se reliraient pas comme elles ont été écrites\u00a0: rien n’a été enregistré.';

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

/** The values of a revision. Throws ContentError 'conflict' when it is none of this file that can be read. */
async function valuesAt<Value>(
  workspace: Workspace,
  { path, builtIn, parse }: SettingsKind<Value>,
  revision: string | null,
  served: Stated<Value>,
): Promise<Value> {
  if (revision === served.revision) return served.value;
  if (revision === null) return builtIn;
  const bytes = await bytesAt(workspace, revision);
  const reading = bytes === null ? null : parse(bytes);
  if (reading?.kind === 'ok') return reading.value;
  throw new ContentError('conflict', { path });
}

async function bytesAt(workspace: Workspace, revision: string): Promise<Uint8Array | null> {
  const header = await ifSound(workspace.objects.sizeOf(revision), null);
  if (header?.type !== 'blob' || header.size > MAX_SETTINGS_BYTES) return null;
  return ifSound(workspace.read(revision), null);
}
