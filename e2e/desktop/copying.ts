import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { request } from '@playwright/test';
import type { RunningApp } from '#desktop/testing/electron-app.ts';
import { ADMINISTRATOR } from '../administrator.ts';
import type { Office } from '../office.ts';
import { expect, signAs } from './app.ts';

/** Makes an application password of the site's administrator. */
export async function makeApplicationPassword({ origin, cookies }: Office): Promise<string> {
  const caller = await request.newContext({
    baseURL: origin,
    storageState: { cookies, origins: [] },
  });
  const made = await caller.post('/api/account/application-passwords', { data: { name: 'Bureau' } });
  expect(made.ok()).toBe(true);
  const { password } = (await made.json()) as { readonly password: string };
  await caller.dispose();
  return password;
}

/** What a copy from a site asks; the folder is chosen already when it is not given. */
export interface SiteWanted {
  readonly address: string;
  readonly password: string;
  readonly folder?: string;
}

/** Fills in « Copier depuis mon site Encrier », and sends it. */
export async function copyFromSite(
  { page, tell }: RunningApp,
  { address, password, folder }: SiteWanted,
): Promise<void> {
  await page.getByLabel('Adresse de votre site').fill(address);
  await page.getByLabel('Nom d’utilisateur').fill(ADMINISTRATOR.username);
  await page.getByLabel('Mot de passe d’application').fill(password);
  if (folder !== undefined) await chooseFolder({ page, tell }, folder);
  await signAs(page);
  await page.getByRole('button', { name: /Copier les articles|Reprendre la copie/ }).click();
}

export async function chooseFolder(
  { page, tell }: Pick<RunningApp, 'page' | 'tell'>,
  folder: string,
): Promise<void> {
  await tell('choose-next', folder);
  await page.getByRole('button', { name: /^Choisir un (?:autre dossier|dossier vide)$/ }).click();
  await expect(page.getByText(folder, { exact: true })).toBeVisible();
}

/** Every file below these folders that holds one of these texts, or its Base64. */
export function filesHolding(folders: readonly string[], secrets: readonly string[]): readonly string[] {
  const wanted = secrets.flatMap((secret) => [
    Buffer.from(secret),
    Buffer.from(Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -2)),
  ]);
  return folders.flatMap((folder) =>
    (readdirSync(folder, { recursive: true }) as string[])
      .map((name) => join(folder, name))
      .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
      .filter((file) => {
        const bytes = readFileSync(file);
        return wanted.some((secret) => bytes.includes(secret));
      }),
  );
}
