import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ContentError } from '#content/model/errors.ts';
import { startLoopbackGitHub } from '#content/testing/loopback-github.ts';
import { createGitHub } from './github.ts';

const TOKEN = 'ghp_jeton_secret_42';
let there: Awaited<ReturnType<typeof startLoopbackGitHub>>;
beforeEach(async () => {
  there = await startLoopbackGitHub({ token: TOKEN });
});
afterEach(() => there.stop());

const github = (token = TOKEN) => createGitHub({ api: there.api, token });

/** What the author could be told, without anything that holds the token. */
async function refusalOf(work: Promise<unknown>): Promise<unknown> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(TOKEN);
  return error instanceof ContentError ? error.data : error;
}

describe('list', () => {
  it('reads page after page', async () => {
    for (let at = 0; at < 130; at++) there.announce(`site-${at}`);
    const listed = await github().list();
    expect(listed).toHaveLength(130);
    expect(listed[0]).toEqual({
      fullName: 'claire/site-0',
      url: `${there.api}/claire/site-0.git`,
      isPrivate: true,
    });
    expect(there.requests.every(({ authorization }) => authorization === `token ${TOKEN}`)).toBe(true);
  });

  it('says what went wrong, and never the token', async () => {
    expect(await refusalOf(github('faux').list())).toEqual({ fault: 'refused' });
    for (const status of [429, 503]) {
      there.answerNext({ status, body: {} });
      expect(await refusalOf(github().list())).toEqual({ fault: 'offline' });
    }
    there.answerNext({ status: 200, body: '<html>Bienvenue</html>' });
    expect(await refusalOf(github().list())).toEqual({ fault: 'not-a-repository' });
    there.answerNext({ status: 302, body: '', headers: { Location: 'http://127.0.0.2:1/' } });
    expect(await refusalOf(github().list())).toEqual({ fault: 'redirected' });
    await there.stop();
    expect(await refusalOf(github().list())).toEqual({ fault: 'offline' });
  });

  it('refuses a repository that would take the token elsewhere', async () => {
    const repository = { full_name: 'claire/site', private: true, permissions: { push: true } };
    there.answerNext({
      status: 200,
      body: [{ ...repository, clone_url: 'https://exemple.fr/claire/site.git' }],
    });
    expect(await refusalOf(github().list())).toEqual({ fault: 'redirected' });
  });

  it('leaves out what the token may not write to', async () => {
    there.answerNext({
      status: 200,
      body: [{ full_name: 'autre/x', clone_url: `${there.api}/autre/x.git`, permissions: { push: false } }],
    });
    expect(await github().list()).toEqual([]);
  });
});

describe('createPrivate', () => {
  it('makes a repository, and gives the same one again after a crash', async () => {
    const made = await github().createPrivate('mon-site');
    expect(made).toEqual({
      fullName: 'claire/mon-site',
      url: `${there.api}/claire/mon-site.git`,
      isPrivate: true,
    });
    expect(await github().createPrivate('mon-site')).toEqual(made);
  });

  it('never gives a public one, where drafts would be read by everybody', async () => {
    there.announce('mon-site');
    there.makePublic('mon-site');
    expect(await refusalOf(github().createPrivate('mon-site'))).toMatchObject({ field: 'name' });
  });

  it('refuses a name GitHub would change, without asking it', async () => {
    expect(await refusalOf(github().createPrivate('Mon été'))).toMatchObject({ field: 'name' });
    expect(there.requests).toEqual([]);
  });
});
