import type { Handlers } from '../contract/operation.ts';
import type { ContentOperations } from '../contract/operations.ts';
import { DEFAULT_CAPACITY, DEFAULT_SITE, parseCapacityFile, parseSiteFile } from '../files/settings-file.ts';
import type { Capacity } from '../model/capacity.ts';
import { ContentError } from '../model/errors.ts';
import { CAPACITY_FILE, imagePathOfAddress, SITE_FILE } from '../model/paths.ts';
import type { Site } from '../model/site.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { imagesOfSite } from './images/image-uses.ts';
import { type SettingsContext, type SettingsKind, saveSettings } from './settings-saving.ts';
import type { CallContext } from './workspace.ts';

type Names = 'getSite' | 'updateSite' | 'getCapacitySettings' | 'updateCapacitySettings';
export type SettingsOperations = Pick<Handlers<ContentOperations, CallContext>, Names>;

/** What may be asked of site.yml and capacity.yml (content/contract/settings-operations.ts). */
export function createSettingsOperations(
  context: SettingsContext,
  { origin }: { readonly origin?: string | undefined } = {},
): SettingsOperations {
  const { workspace } = context;
  const images = (site: Site): Iterable<string> => imagesOfSite(site, origin);
  return {
    async getSite() {
      const { site, siteId } = await workspace.current();
      return { site, revision: siteId === '' ? null : siteId };
    },

    async updateSite({ site, revision }, { author }) {
      const saved = await saveSettings(context, { ...SITE, images }, { wanted: site, revision, author });
      return { site: saved.value, revision: saved.revision };
    },

    async getCapacitySettings() {
      const { capacity, capacityId } = await workspace.current();
      return { capacity, revision: capacityId === '' ? null : capacityId };
    },

    async updateCapacitySettings({ capacity, revision }, { author }) {
      const saved = await saveSettings(context, CAPACITY, { wanted: capacity, revision, author });
      return { capacity: saved.value, revision: saved.revision };
    },
  };
}

const SITE: SettingsKind<Site> = {
  path: SITE_FILE,
  action: { kind: 'edit-site' },
  builtIn: DEFAULT_SITE,
  parse: parseSiteFile,
  served: ({ site, siteId }) => ({ value: site, id: siteId }),
  check: (wanted, before, snapshot) => {
    checkImage(snapshot, { field: 'brand.logo', wanted: wanted.brand.logo, before: before.brand.logo });
    const { portrait } = wanted.owner;
    checkImage(snapshot, { field: 'owner.portrait', wanted: portrait, before: before.owner.portrait });
  },
};

const CAPACITY: SettingsKind<Capacity> = {
  path: CAPACITY_FILE,
  action: { kind: 'edit-capacity' },
  builtIn: DEFAULT_CAPACITY,
  parse: parseCapacityFile,
  served: ({ capacity, capacityId }) => ({ value: capacity, id: capacityId }),
  asked: (wanted, { updatedAt }) => ({ ...wanted, updatedAt }),
  stamped: (wanted, now) => ({ ...wanted, updatedAt: new Date(now).toISOString() }),
};

interface ImageField {
  readonly field: string;
  readonly wanted: string | null;
  readonly before: string | null;
}

/** A new address must be that of an image of the repository; one that is there already may stay as it is. */
function checkImage({ images }: Snapshot, { field, wanted, before }: ImageField): void {
  if (wanted === null || wanted === before) return;
  const path = imagePathOfAddress(wanted);
  if (path !== null && images.has(path)) return;
  const reason =
    'Cette image n’est pas dans la bibliothèque\u00a0: choisissez-en une, ou laissez le champ vide.';
  throw new ContentError('invalid', { path: '', reason, field });
}
