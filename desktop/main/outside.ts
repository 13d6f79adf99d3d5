import type { Handlers } from '#content/contract/operation.ts';
import type { OutsideCalls } from '#content/contract/outside.ts';
import type { WorkTree } from '#content/folder/work-tree.ts';
import type { Person } from '#content/model/change-set.ts';
import { ContentError } from '#content/model/errors.ts';
import { outsideSides } from '#content/service/compared-sides.ts';
import type { ImagePipeline } from '#content/service/images/image-pipeline.ts';
import { createOutsideEdits } from '#content/service/outside/outside-edits.ts';
import type { OutsideReport } from '#content/service/outside/outside-files.ts';
import type { Workspace } from '#content/service/workspace.ts';

/** Whether a folder is exchanged and looked at whenever something may have changed, or only when that is asked for. */
export type Pace = 'by-itself' | 'when-asked';

interface OutsideOptions {
  readonly workspace: Workspace;
  readonly workTree: WorkTree;
  readonly images: Pick<ImagePipeline, 'variant'>;
  /** Whose commits other programs' changes become. */
  readonly author: () => Person;
  /** Asked to look, nobody waits until a file has been still for a while. */
  readonly pace: Pace;
  readonly onError: (error: unknown) => void;
}

const UNSEEN: OutsideReport = { paused: null, taken: 0, waiting: [], left: [] };

/** Follows what other programs do in the folder, and answers the calls about it. */
export function followOutside(options: OutsideOptions) {
  const { workspace, pace } = options;
  let seen = UNSEEN;
  let takenUp = 0;
  const onLooked = (report: OutsideReport): void => {
    seen = report;
    takenUp += report.taken;
  };
  const edits = createOutsideEdits({
    ...options,
    onLooked,
    stillForMs: pace === 'when-asked' ? 0 : undefined,
  });
  const told = () => ({ paused: seen.paused, takenUp, left: [...seen.left] });
  const look = async () => {
    await edits.look();
    return told();
  };

  /** Only what was told to clash is read or resolved: a page names no other file. */
  function isClash(path: string): boolean {
    return seen.left.some((file) => file.kind === 'clash' && file.path === path);
  }

  function checkClash(path: string): void {
    if (!isClash(path)) throw new ContentError('not-found', { what: 'Ce fichier' });
  }

  const handlers: Handlers<OutsideCalls, undefined> = {
    getOutside: () => Promise.resolve(told()),
    lookOutside: look,
    async getOutsideSides({ path }) {
      checkClash(path);
      const file = await edits.read(path);
      if (file === null) return { file: '', sides: null };
      const sides = await outsideSides({ workspace, images: options.images }, file);
      return { file: file.disk?.id ?? '', sides };
    },
    async resolveOutside({ path, keep, file }) {
      // What the author saved may have resolved it already.
      if (isClash(path)) await edits.resolve({ path, keep, seen: file });
      return look();
    },
  };
  return {
    handlers,
    open(): void {
      if (pace === 'by-itself') edits.open();
    },
    close: edits.close,
  };
}
