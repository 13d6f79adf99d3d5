import type { Request } from 'express';
import * as z from 'zod';
import type { Operation } from '#content/contract/operation.ts';
import { imageId } from '#content/service/images/image-changes.ts';
import type { AuthorView } from '#content/service/waiting/author-view.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { callerOf, type SignedIn, type Subject } from './http-call.ts';

/** A call that succeeded, and who made it. */
interface Call {
  readonly name: string;
  readonly row: Operation;
  readonly request: Request;
  readonly signedIn: SignedIn;
  readonly input: unknown;
  readonly output: unknown;
  /** What the call was about, for those whose answer does not say. */
  readonly subject?: Subject;
}

const idSchema = z.object({ id: z.string() });
/** What is of a post and has an id of its own. */
const ofPostSchema = z.object({ id: z.string(), postId: z.string() });
const titleSchema = z.object({ title: z.string() });
const filenameSchema = z.object({ filename: z.string() });
const changeSchema = z.object({
  change: z.enum(['create', 'update', 'publish', 'unpublish', 'restore', 'none']),
});

/** Writes what a call did to the audit log, if its row asks for it: a save that changed nothing is no event. */
export function noteCall(audit: Pick<AuditLog, 'write'>, call: Call): void {
  const { name, row, request, signedIn, input, output, subject = {} } = call;
  if (row.audit === undefined) return;
  const change = changeSchema.safeParse(output).data?.change;
  if (change === 'none') return;
  const title = titleSchema.safeParse(output).data?.title ?? subject.title;
  const filename = filenameSchema.safeParse(output).data?.filename ?? subject.filename;
  const ofPost =
    ofPostSchema.safeParse(output).data ??
    ofPostSchema.safeParse({ ...idSchema.safeParse(input).data, ...subject }).data;
  audit.write({
    eventType: change ?? row.audit.eventType,
    resourceType: row.audit.resourceType,
    resourceId:
      ofPost?.postId ?? idSchema.safeParse(output).data?.id ?? idSchema.safeParse(input).data?.id ?? null,
    details: {
      call: name,
      user: signedIn.user.username,
      ...(title === undefined ? {} : { title }),
      ...(filename === undefined ? {} : { filename }),
      ...(ofPost === undefined ? {} : { preview: ofPost.id }),
    },
    ...callerOf(request),
    sessionId: signedIn.sessionId,
  });
}

/** What is looked at of all that is published and that waits. */
interface Names extends Pick<AuthorView, 'post'> {
  readonly snapshot: Pick<AuthorView['snapshot'], 'images'>;
}

/** What a call takes away, asked before it does: the title of its post, the name of its image; those that wait too. */
export async function subjectOf(
  authorView: () => Promise<Names>,
  row: Operation,
  input: unknown,
): Promise<Subject> {
  const id = idSchema.safeParse(input).data?.id;
  const kind = row.audit?.resourceType;
  if (id === undefined || row.status !== 204 || (kind !== 'post' && kind !== 'image')) return {};
  const view = await authorView();
  if (kind === 'image') {
    const path = [...view.snapshot.images.keys()].find((candidate) => imageId(candidate) === id);
    return path === undefined ? {} : { filename: path.slice(path.lastIndexOf('/') + 1) };
  }
  const title = view.post(id)?.title;
  return title === undefined ? {} : { title };
}
