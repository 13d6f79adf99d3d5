import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** A post as the admin's calls answer it, as far as the tests of the form look. */
export interface AdminPost {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly content: string;
}

/** The field of the title: other labels contain its name. */
export function titleField(page: Page): Locator {
  return page.getByLabel('Titre', { exact: true });
}

export function textField(page: Page): Locator {
  return page.getByLabel('Contenu (Markdown)');
}

/** Creates a post without a page, by the session of the browser. */
export async function createPost(
  request: APIRequestContext,
  origin: string,
  post: Record<string, unknown>,
): Promise<AdminPost> {
  const answer = await request.post(`${origin}/api/admin/posts`, { data: post });
  expect(answer.status()).toBe(201);
  return (await answer.json()) as AdminPost;
}

/** Changes a post as another tab or person would. */
export async function changeElsewhere(
  request: APIRequestContext,
  origin: string,
  { id, ...fields }: { readonly id: string } & Record<string, unknown>,
): Promise<void> {
  const answer = await request.put(`${origin}/api/admin/posts/${id}`, { data: fields });
  expect(answer.status()).toBe(200);
}

/** The post as it is in the repository. */
export async function readPost(request: APIRequestContext, origin: string, id: string): Promise<AdminPost> {
  return (await (await request.get(`${origin}/api/admin/posts/${id}`)).json()) as AdminPost;
}

/** Opens the form of a post. */
export async function openForm(page: Page, origin: string, id: string): Promise<void> {
  await page.goto(`${origin}/admin/articles/${id}`);
  await expect(titleField(page)).toBeVisible();
}
