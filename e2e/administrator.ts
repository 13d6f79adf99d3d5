import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Site } from './site-process.ts';

/** The administrator of the tests' own sites. */
export const ADMINISTRATOR = { username: 'claire', password: 'quatre tasses sur la table' };

/**
 * Chromium's own lines when a call is answered that nobody is signed in, or wrongly, and when a test ended its site
 * while a page still asked something. One expression: Playwright takes a list of two for a value and its options.
 */
export const SESSION_LINES = /status of 401 \(Unauthorized\)|ERR_CONNECTION_REFUSED/;

/** The one-time code of the first start, as the operator reads it. */
export function firstCode(site: Site): string {
  return readFileSync(join(dirname(site.repository), 'first-code'), 'utf8').trim();
}

/** Makes the administrator without a page. */
export async function makeAdministrator(site: Site): Promise<void> {
  const answer = await fetch(`${site.origin}/api/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...ADMINISTRATOR, code: firstCode(site) }),
  });
  if (answer.status !== 201) throw new Error(`No administrator: ${answer.status}`);
}

/** Writes the administrator's name and a password into the form in sight, and sends it. */
export async function fillSignIn(page: Page, password: string = ADMINISTRATOR.password): Promise<void> {
  await page.getByLabel('Nom d’utilisateur').fill(ADMINISTRATOR.username);
  await page.getByLabel('Mot de passe').fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}
