import * as z from 'zod';
import type { Operation } from '#content/contract/operation.ts';
import { imageId } from '#content/service/images/image-changes.ts';
import type { Workspace } from '#content/service/workspace.ts';

/** How the journal names what a call is about. */
export interface Subject {
  readonly title?: string;
  readonly filename?: string;
}
export type FindSubject = (row: Operation, input: unknown) => Promise<Subject>;

const idSchema = z.object({ id: z.string() });

/** What a call is about, asked before it takes that away: the title of its post, the name of its image. */
export function subjectFinder({ current }: Pick<Workspace, 'current'>): FindSubject {
  return async (row, input) => {
    const id = idSchema.safeParse(input).data?.id;
    if (id === undefined || row.audit === undefined || row.status !== 204) return {};
    const { posts, images } = await current();
    if (row.audit.resourceType === 'image') {
      const path = [...images.keys()].find((candidate) => imageId(candidate) === id);
      return path === undefined ? {} : { filename: path.slice(path.lastIndexOf('/') + 1) };
    }
    const title = posts.find((post) => post.id === id)?.title;
    return title === undefined ? {} : { title };
  };
}
