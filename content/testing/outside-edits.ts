import { inProcess } from '../service/images/image-pipeline.ts';
import { createOutsideEdits } from '../service/outside/outside-edits.ts';

type Options = Omit<Parameters<typeof createOutsideEdits>[0], 'images' | 'stillForMs'>;

/** What other programs do in a clone, taken up however short it is there; `resolve` answers a clash, once its author saw both sides. */
export function openOutside(options: Options) {
  const edits = createOutsideEdits({ ...options, images: inProcess, stillForMs: 0 });
  const { getOutsideSides, resolveOutside } = edits.operations;
  return {
    ...edits,
    async resolve({ path, keep }: { readonly path: string; readonly keep: 'file' | 'branch' }) {
      const { file } = await getOutsideSides({ path }, undefined);
      return resolveOutside({ path, keep, file }, undefined);
    },
  };
}

export type OpenOutside = ReturnType<typeof openOutside>;
