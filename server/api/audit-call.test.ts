import { expect, it } from 'vitest';
import type { Operation } from '#content/contract/operation.ts';
import { type OperationName, operations } from '#content/contract/operations.ts';
import { numberedId } from '../testing/post-texts.ts';
import { subjectOf } from './audit-call.ts';

it('what waits is looked through for the name of what a call takes away, and for no save', async () => {
  const asking = new Set<string>();
  for (const name of Object.keys(operations) as OperationName[]) {
    const row: Operation = operations[name];
    const authorView = () => {
      asking.add(name);
      return Promise.resolve({ post: () => undefined, snapshot: { images: new Map<string, string>() } });
    };
    await subjectOf(authorView, row, { id: numberedId(1) });
  }
  expect([...asking].toSorted()).toEqual([
    'deleteImage',
    'deletePost',
    'dropPendingVersion',
    'revokePreviewLink',
  ]);
});
