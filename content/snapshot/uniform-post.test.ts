import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { expect, it } from 'vitest';
import { samplePosts } from '#site/testing/samples.ts';
import { uniformPost } from './uniform-post.ts';

it('makes no table of a post, however many fields it has', () => {
  setFlagsFromString('--allow-natives-syntax');
  const hasClass = runInThisContext('(post) => %HasFastProperties(post)') as (post: object) => boolean;
  const made = samplePosts(3).map((post) => hasClass(uniformPost(post)));
  setFlagsFromString('--no-allow-natives-syntax');
  expect(made).toEqual([true, true, true]);
});
