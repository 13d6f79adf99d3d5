import type { maintenanceOperations } from '#content/contract/maintenance-operations.ts';
import type { settingsOperations } from '#content/contract/settings-operations.ts';
import {
  badField,
  type CasesOf,
  CONFLICT,
  NO_REVISION,
  type Site,
  UNKNOWN_REVISION,
} from './contract-case.ts';

/** The suite's cases of the rows about settings; the archive of an export is no JSON (contract-rows.ts). */
export const settingsCases: CasesOf<Omit<typeof settingsOperations, 'exportAll'>> = {
  getCapacity: [{ it: 'says what readers see', send: {}, gives: {} }],
  getSite: [{ it: 'gives the texts of the site', send: {}, gives: { site: { brand: { name: 'Essai' } } } }],
  updateSite: [
    {
      it: 'changes them',
      send: async ({ client }) => {
        const { site, revision } = await client.getSite({});
        return { site: { ...site, brand: { ...site.brand, name: 'Atelier' } }, revision };
      },
      gives: { site: { brand: { name: 'Atelier' } } },
    },
    { it: 'refuses missing texts', send: { revision: null }, refused: badField('site', 'il manque') },
    {
      it: 'refuses a save from an old version',
      send: async ({ client }) => {
        const { site } = await client.getSite({});
        return { site: { ...site, brand: { ...site.brand, name: 'Trop tard' } }, revision: UNKNOWN_REVISION };
      },
      refused: CONFLICT,
    },
    {
      it: 'refuses what is no revision',
      send: async ({ client }) => ({ site: (await client.getSite({})).site, revision: 'x' }),
      refused: badField('revision', NO_REVISION),
    },
  ],
  getCapacitySettings: [
    { it: 'gives the quarters', send: {}, gives: { capacity: { currentMonth: 'T1 2026' } } },
  ],
  updateCapacitySettings: [
    { it: 'changes them', send: nextQuarter, gives: { capacity: { currentMonth: 'T2 2026' } } },
    { it: 'refuses missing quarters', send: { revision: null }, refused: badField('capacity', 'il manque') },
  ],
  listProblems: [
    { it: 'names each file that cannot be read', send: {}, gives: [{ path: 'posts/2025/abime.md' }] },
  ],
  listTroubles: [{ it: 'has nothing to say where all is well', send: {}, gives: [] }],
};

const WRITTEN =
  "L’article «\u00a0Fixer ses prix d'indépendant : du tarif plancher au tarif assumé\u00a0» est déjà là\u00a0: rien n’a été écrit.";

/** The suite's cases of the maintenance pages. */
export const maintenanceCases: CasesOf<typeof maintenanceOperations> = {
  initPosts: [
    { it: 'writes the starter’s articles', send: {}, gives: { posts: [{}, {}, {}, {}] } },
    {
      it: 'refuses to write them twice',
      send: {},
      refused: {
        code: 'done',
        error: WRITTEN,
        data: { reason: WRITTEN },
      },
    },
  ],
  fixImages: [{ it: 'mends addresses', send: {}, gives: {} }],
  fixIronman: [{ it: 'leaves an article that is as it was', send: {}, gives: {} }],
};

async function nextQuarter({ client }: Site): Promise<object> {
  const { capacity, revision } = await client.getCapacitySettings({});
  return { capacity: { ...capacity, currentMonth: 'T2 2026' }, revision };
}
