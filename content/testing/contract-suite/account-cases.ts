import type { accountOperations } from '#content/contract/account-operations.ts';
import { ask } from '#server/testing/exchange.ts';
import { badField, type CasesOf, NO_ID, notFound, type Site, UNKNOWN_ID } from './contract-case.ts';
import { ARTICLES, picture } from './contract-files.ts';
import { ADMINISTRATOR } from './http-door.ts';

const signInAgain = ({ client }: Site) => client.login(ADMINISTRATOR);
const NO_PASSWORD = {
  code: 'invalid',
  error: 'Mot de passe requis',
  data: { field: 'password', reason: 'Mot de passe requis' },
} as const;
const A_SECRET = 'douze-hiboux-bleus';

/** The suite's cases of the rows that only a server has. */
export const accountCases: CasesOf<typeof accountOperations> = {
  getUser: [{ it: 'says who is signed in', send: {}, gives: { username: ADMINISTRATOR.username } }],
  login: [
    { it: 'signs in', send: ADMINISTRATOR, gives: { username: ADMINISTRATOR.username } },
    { it: 'refuses a missing password', send: { username: 'camille' }, refused: NO_PASSWORD },
    {
      it: 'refuses a wrong password',
      send: { ...ADMINISTRATOR, password: 'autre' },
      refused: {
        code: 'refused',
        error: 'Nom d’utilisateur ou mot de passe incorrect.',
        data: { reason: 'Nom d’utilisateur ou mot de passe incorrect.' },
      },
    },
    {
      it: 'refuses a name that is a number',
      send: { username: 1, password: 'x' },
      refused: badField('username', 'un texte est attendu'),
    },
  ],
  logout: [{ it: 'signs out', send: {}, gives: {}, after: signInAgain }],
  getRegistration: [{ it: 'says that there is an administrator', send: {}, gives: { isFirst: false } }],
  register: [
    {
      it: 'adds an administrator',
      send: { username: 'noor', password: A_SECRET },
      gives: { username: 'noor' },
    },
    { it: 'refuses a missing password', send: { username: 'noor' }, refused: NO_PASSWORD },
    {
      it: 'refuses a name that is taken',
      send: { username: 'noor', password: A_SECRET },
      refused: {
        code: 'invalid',
        error: 'Le nom d’utilisateur «\u00a0noor\u00a0» est déjà pris.',
        data: { field: 'username' },
      },
    },
  ],
  updateProfile: [
    {
      it: 'changes the name of commits',
      send: { displayName: 'Camille', email: '' },
      gives: { displayName: 'Camille' },
    },
    {
      it: 'refuses what is no e-mail',
      send: { displayName: 'C', email: 'x' },
      refused: badField('email', 'une adresse e-mail est attendue'),
    },
  ],
  changePassword: [
    { it: 'changes it', send: { current: ADMINISTRATOR.password, next: A_SECRET }, after: putPasswordBack },
    {
      it: 'refuses a wrong one',
      send: { current: 'autre', next: A_SECRET },
      refused: {
        code: 'refused',
        error: 'Le mot de passe actuel est incorrect.',
        data: { reason: 'Le mot de passe actuel est incorrect.', field: 'current' },
      },
    },
  ],
  listSessions: [{ it: 'gives the living ones', send: {}, gives: [{ isCurrent: true }] }],
  endSession: [
    { it: 'ends one', send: otherSession },
    { it: 'refuses what is no id', send: { id: 'x' }, refused: NO_ID },
  ],
  endAllSessions: [{ it: 'ends them all', send: {}, after: signInAgain }],
  listApplicationPasswords: [{ it: 'gives them without their text', send: {}, gives: [] }],
  createApplicationPassword: [
    { it: 'makes one', send: { name: 'Portable' }, gives: { name: 'Portable' } },
    { it: 'refuses a missing name', send: {}, refused: badField('name', 'il manque') },
  ],
  deleteApplicationPassword: [
    {
      it: 'revokes one',
      send: async ({ client }) => ({ id: (await client.createApplicationPassword({ name: 'Vieux' })).id }),
    },
    {
      it: 'does not know one that is not there',
      send: { id: UNKNOWN_ID },
      refused: notFound('Ce mot de passe d’application', 'Ce mot de passe d’application est introuvable.'),
    },
  ],
  listAuditEvents: [
    { it: 'gives the newest', send: { limit: 1 }, gives: { events: [{}] } },
    { it: 'refuses too many', send: { limit: 201 }, refused: badField('limit', '200 au plus') },
  ],
  createPreviewLink: [
    {
      it: 'makes an address for a draft',
      send: async (site) => ({ id: await draft(site), days: 3 }),
      gives: {},
    },
    {
      it: 'refuses too long a time',
      send: { id: UNKNOWN_ID, days: 91 },
      refused: badField('days', '90 au plus'),
    },
  ],
  listPreviewLinks: [
    {
      it: 'gives those of an article',
      send: async (site) => ({ id: (await preview(site)).postId }),
      gives: [{}],
    },
    { it: 'refuses what is no id', send: { id: 'x' }, refused: NO_ID },
  ],
  revokePreviewLink: [
    { it: 'revokes one', send: async (site) => ({ id: (await preview(site)).id }) },
    {
      it: 'does not know one that is not there',
      send: { id: UNKNOWN_ID },
      refused: notFound('Cette adresse d’aperçu', 'Cette adresse d’aperçu est introuvable.'),
    },
  ],
  createObjectUpload: [{ it: 'gives a signed address', send: {}, gives: {} }],
  finalizeObjectUpload: [
    { it: 'takes in what was sent there', send: sentPicture, gives: {} },
    { it: 'refuses a missing address', send: {}, refused: badField('imageURL', 'il manque') },
  ],
};

async function putPasswordBack({ client }: Site): Promise<void> {
  await client.changePassword({ current: A_SECRET, next: ADMINISTRATOR.password });
}

/** The session of another browser: a sign-in in this one takes the place of its own. */
async function otherSession({ client, door }: Site): Promise<object> {
  await ask(Number(new URL(door.origin).port), '/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMINISTRATOR),
  });
  return { id: (await client.listSessions({})).find(({ isCurrent }) => !isCurrent)?.id };
}

async function draft({ client }: Site): Promise<string> {
  return (await client.duplicatePost({ id: ARTICLES.copied })).id;
}

async function preview(site: Site) {
  return site.client.createPreviewLink({ id: await draft(site), days: 1 });
}

async function sentPicture({ client, door }: Site): Promise<object> {
  const { uploadURL } = await client.createObjectUpload({});
  await fetch(new URL(uploadURL, door.origin), {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(await picture('#302010')),
  });
  return { imageURL: uploadURL };
}
