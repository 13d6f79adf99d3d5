import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cookie, type Page, request } from '@playwright/test';
import { hashSync } from 'bcryptjs';
import { createTemporaryFolder } from '#content/testing/temporary-repository.ts';
import { openState } from '#server/data/state.ts';
import { ADMINISTRATOR, makeAdministrator } from './administrator.ts';
import { type Site, type SiteOptions, type Starter, startSite } from './site-process.ts';

/** A site with its administrator, who has signed in. */
export interface Office extends Site {
  /** Their session. */
  readonly cookies: Cookie[];
}

const PREPARED = 'ENCRIER_PREPARED_SITES';
/** bcrypt's least cost: a test that signs in waits for what it is about. */
const CHEAP = 4;

/** Starts a site on a copy of the folder that was made for all tests of the run. */
export async function startOffice(starter: Starter, options: SiteOptions = {}): Promise<Office> {
  const prepared = process.env[PREPARED];
  if (prepared === undefined) throw new Error('The global setup prepares the sites.');
  const data = createTemporaryFolder();
  cpSync(join(prepared, starter), data.path, { recursive: true });
  // What `prepare` wrote.
  const cookies = JSON.parse(readFileSync(join(prepared, `${starter}.json`), 'utf8')) as Office['cookies'];
  return { ...(await startSite(starter, { ...options, data })), cookies };
}

/** Gives a browser the administrator's session. */
export async function signIn(page: Page, { cookies }: Office): Promise<void> {
  await page.context().addCookies(cookies);
}

/** Opens the admin, or another page, in the administrator's session. */
export async function openAdmin(page: Page, office: Office, path = '/admin'): Promise<void> {
  await signIn(page, office);
  await page.goto(office.origin + path);
}

/**
 * Playwright's global setup: makes the folders that {@link startOffice} copies, once a run. A picture is made in a width and a
 * format once for all of them: copies of a link lead to one folder.
 */
export default async function prepareSites(): Promise<() => void> {
  const folder = createTemporaryFolder();
  await Promise.all([prepare('full', folder.path), prepare('empty', folder.path)]);
  process.env[PREPARED] = folder.path;
  return () => folder.remove();
}

async function prepare(starter: Starter, folder: string): Promise<void> {
  const path = join(folder, starter);
  const variants = join(folder, 'variants');
  mkdirSync(variants, { recursive: true });
  mkdirSync(join(path, 'cache'), { recursive: true });
  symlinkSync(variants, join(path, 'cache/variants'));
  const site = await startSite(starter, { data: { path, remove: () => undefined } });
  await makeAdministrator(site);
  const caller = await request.newContext({ baseURL: site.origin });
  await caller.post('/api/login', { data: ADMINISTRATOR });
  const { cookies } = await caller.storageState();
  await caller.dispose();
  await site.stop();
  const fail = (what: unknown) => {
    throw new Error(String(what));
  };
  const state = await openState({ dataDir: path, onError: fail, say: fail });
  await state.change(({ users }) => {
    const passwordHash = hashSync(ADMINISTRATOR.password, CHEAP);
    for (const user of users.read().rows) users.put({ ...user, passwordHash });
  });
  state.close();
  writeFileSync(join(folder, `${starter}.json`), JSON.stringify(cookies));
}
