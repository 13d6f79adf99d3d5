import type { Handlers } from '../contract/operation.ts';
import type { ContentOperations } from '../contract/operations.ts';
import { type Mending, mendImageAddresses } from './images/image-changes.ts';
import type { ImageUses } from './images/image-uses.ts';
import { restoreIronman, writeStarterArticles } from './starter-restoring.ts';
import type { CallContext, Workspace } from './workspace.ts';

interface MaintenanceOptions {
  /** The folder with the starter content, in the shape of a live repository. */
  readonly starterFolder: string;
  readonly uses: ImageUses;
}

export type MaintenanceOperations = Pick<
  Handlers<ContentOperations, CallContext>,
  'initPosts' | 'fixImages' | 'fixIronman'
>;

/** What the maintenance pages do (docs/product.md, Maintenance pages), on one repository. */
export function createMaintenanceOperations(
  workspace: Workspace,
  { starterFolder: folder, uses }: MaintenanceOptions,
): MaintenanceOperations {
  return {
    async initPosts(_input, { author }) {
      const posts = await writeStarterArticles(workspace, { folder, author });
      return { message: `${posts.length} articles ont été écrits et sont en ligne.`, posts: [...posts] };
    },
    async fixImages(_input, { author }) {
      const mending = await mendImageAddresses(workspace, uses, author);
      return { message: sentenceOf(mending), fixed: [...mending.fixed] };
    },
    async fixIronman(_input, { author }) {
      const isRestored = await restoreIronman(workspace, { folder, author });
      return { message: isRestored ? RESTORED : AS_IT_WAS };
    },
  };
}

const RESTORED = 'L’article a retrouvé son texte, son image et ses textes pour les réseaux.';
const AS_IT_WAS = 'L’article est déjà comme au départ : rien n’a été changé.';

function sentenceOf({ fixed, posts }: Mending): string {
  if (fixed.length === 0) return 'Aucune adresse à corriger.';
  const addresses = fixed.length === 1 ? 'Une adresse corrigée' : `${fixed.length} adresses corrigées`;
  return `${addresses} dans ${posts === 1 ? 'un article' : `${posts} articles`}.`;
}
