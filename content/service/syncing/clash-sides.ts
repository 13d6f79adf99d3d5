import { fileIdAt } from '#content/git/tree-differences.ts';
import type { SyncSides } from '../../contract/sync-operations.ts';
import { type ComparedFile, fileSides, postSides } from '../compared-sides.ts';
import type { ImagePipeline } from '../images/image-pipeline.ts';
import type { Workspace } from '../workspace.ts';
import { settingsDispute, settingsNameOf } from './disputed-settings.ts';
import type { OpenClash } from './open-clashes.ts';

interface SidesOptions {
  readonly workspace: Workspace;
  readonly images: Pick<ImagePipeline, 'variant'>;
}

/**
 * Both sides of a question as an author can compare them, ours as it is now. A post becomes what the conflict screen shows;
 * one that cannot be read, or has no id, is shown as the text of its file. Null when there is nothing of theirs to show.
 */
export async function readSides(options: SidesOptions, clash: OpenClash): Promise<SyncSides | null> {
  const { workspace, images } = options;
  const file = await comparedFile(workspace, clash);
  if (file === null) return null;
  return postSides(file) ?? settingsSides(clash.path, file) ?? fileSides(images, file);
}

async function comparedFile(workspace: Workspace, clash: OpenClash): Promise<ComparedFile | null> {
  const { path, postId, base, theirs } = clash;
  if (theirs === null) return null;
  const { commit } = await workspace.current();
  const now = await fileIdAt(workspace.objects, { commit, path });
  const read = async (id: string) => workspace.read(id);
  return {
    ...{ path, postId },
    base: base === null ? null : { path: base.path, bytes: await read(base.id) },
    ours: now === null ? null : await read(now),
    theirs: { path: theirs.path, bytes: await read(theirs.id) },
  };
}

function settingsSides(path: string, { base, ours, theirs }: ComparedFile): SyncSides | null {
  const name = settingsNameOf(path);
  if (name === null || ours === null) return null;
  const sides = { base: base?.bytes ?? null, ours, theirs: theirs.bytes };
  const dispute = settingsDispute(name, sides);
  if (dispute === null) return null;
  return {
    kind: 'settings',
    file: name,
    fields: dispute.fields.map((field) => ({ key: field.key, ours: field.ours, theirs: field.theirs })),
  };
}
