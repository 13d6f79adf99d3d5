import * as z from 'zod';
import { newUsernameSchema } from '#content/contract/fields.ts';
import { WORK_BRANCH } from '#content/git/refs/refs.ts';
import { isAllowedRemote } from '#content/remote/http-exchange.ts';
import { passwordFault } from './auth/passwords.ts';
import { ExplainedError } from './data/explained.ts';

/** A whole number in plain digits; `Number` alone takes a blank for 0. */
const digits = z
  .string()
  .regex(/^[0-9]{1,9}$/)
  .transform(Number);
const port = digits.pipe(z.number().max(65535));
const origin = z
  .string()
  .refine(isOrigin)
  .transform((text) => new URL(text).origin);

/** Of so many characters at least. One in which a shell was to write it, and did not (systemd's EnvironmentFile), is no secret. */
const secret = (least: number) =>
  z
    .string()
    .min(least)
    .refine((text) => !text.includes('$('));
const SECRET_EXAMPLE = '4f9c…07 (64 chiffres et lettres)';

/** What an HTTP header can carry: a token as it is, a name and a password encoded, whatever their letters. */
const REMOTE_TOKEN = /^(?=.{1,1000}$)(?:[\x21-\x7e][\x20-\x7e]*|[^\p{Cc}\s:][^\p{Cc}:]*:[^\p{Cc}]*)$/u;

/** Names, rules and an example of each setting; README.md lists them (docs/design.md, Configuration). */
const SETTINGS = {
  PORT: { schema: port.default(3000), expects: 'un numéro de port entre 0 et 65535', example: '3000' },
  HOST: {
    schema: z.string().min(1).default('127.0.0.1'),
    expects: 'une adresse où écouter',
    example: '127.0.0.1',
  },
  PUBLIC_ORIGIN: {
    schema: origin.optional(),
    expects: 'une origine http(s) sans chemin',
    example: 'https://www.exemple.fr',
  },
  HSTS_SUBDOMAINS: {
    schema: z.enum(['on', 'off']).default('off'),
    expects:
      '«\u00a0on\u00a0» si tous les sous-domaines de PUBLIC_ORIGIN sont en https, sinon «\u00a0off\u00a0»',
    example: 'off',
  },
  DATA_DIR: { schema: z.string().min(1).default('.data'), expects: 'un dossier', example: '.data' },
  STARTER: {
    schema: z.enum(['full', 'empty']).default('full'),
    expects: '«\u00a0full\u00a0» ou «\u00a0empty\u00a0»',
    example: 'full',
  },
  CONTENT_BRANCH: {
    schema: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/)
      .default('main'),
    expects: 'un nom de branche (lettres, chiffres, - et _)',
    example: 'main',
  },
  CONTENT_WORK_BRANCH: {
    schema: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/)
      .default(WORK_BRANCH),
    expects: 'un nom de branche (lettres, chiffres, - et _), autre que CONTENT_BRANCH',
    example: WORK_BRANCH,
  },
  TRUST_PROXY: {
    schema: z.enum(['true', 'false']).default('false'),
    expects: '«\u00a0true\u00a0» derrière un serveur mandataire, sinon «\u00a0false\u00a0»',
    example: 'false',
  },
  LOG_LEVEL: {
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
    expects:
      '«\u00a0debug\u00a0», «\u00a0info\u00a0», «\u00a0warn\u00a0», «\u00a0error\u00a0» ou «\u00a0silent\u00a0»',
    example: 'info',
  },
  PAGE_CACHE_MB: {
    schema: digits.pipe(z.number().min(1).max(4096)).default(96),
    expects: 'un nombre de mégaoctets de pages gardées en mémoire, de 1 à 4096',
    example: '96',
  },
  OFFLINE_READING: {
    schema: z.enum(['on', 'off']).default('on'),
    expects: '«\u00a0on\u00a0», ou «\u00a0off\u00a0» pour que les navigateurs ne gardent rien des pages lues',
    example: 'on',
  },
  ADMIN_USERNAME: {
    schema: newUsernameSchema.optional(),
    expects: 'un nom d’utilisateur (lettres, chiffres, espaces et . _ @ -)',
    example: 'camille',
  },
  ADMIN_PASSWORD: {
    schema: z
      .string()
      .refine((text) => passwordFault(text, '') === null)
      .optional(),
    expects: 'un mot de passe de 12 caractères au moins, de 72 octets au plus, et peu courant',
    example: '"quatre mots pris au hasard"',
  },
  SESSION_SECRET: {
    schema: secret(32).optional(),
    expects: 'un secret de 32 caractères au moins, comme en écrit «\u00a0openssl rand -hex 32\u00a0»',
    example: SECRET_EXAMPLE,
  },
  AUDIT_MONTHS: {
    schema: digits.pipe(z.number().min(1).max(120)).default(12),
    expects: 'un nombre de mois pendant lesquels le journal est gardé, de 1 à 120',
    example: '12',
  },
  ROLE: {
    schema: z.enum(['author', 'reader']).default('author'),
    expects:
      '«\u00a0author\u00a0», ou «\u00a0reader\u00a0» pour un serveur qui ne fait que suivre CONTENT_REMOTE_URL',
    example: 'author',
  },
  CONTENT_REMOTE_URL: {
    schema: z.string().refine(isRemoteAddress).optional(),
    expects: 'l’adresse https d’un dépôt git, sans nom ni mot de passe',
    example: 'https://github.com/camille/articles.git',
  },
  CONTENT_REMOTE_TOKEN: {
    schema: z.string().regex(REMOTE_TOKEN).optional(),
    expects: 'un jeton d’accès, ou «\u00a0nom:mot de passe\u00a0»',
    example: 'github_pat_…',
  },
  CONTENT_POLL_SECONDS: {
    schema: digits.pipe(z.number().min(1).max(86_400)).default(60),
    expects: 'un nombre de secondes entre deux regards sur le dépôt suivi, de 1 à 86400',
    example: '60',
  },
  CONTENT_WEBHOOK_SECRET: {
    schema: secret(16).optional(),
    expects: 'un secret de 16 caractères au moins, comme en écrit «\u00a0openssl rand -hex 32\u00a0»',
    example: SECRET_EXAMPLE,
  },
} as const;
type SettingName = keyof typeof SETTINGS;
/** Their values are never shown. */
const SECRETS: readonly SettingName[] = [
  'ADMIN_PASSWORD',
  'SESSION_SECRET',
  'CONTENT_REMOTE_TOKEN',
  'CONTENT_WEBHOOK_SECRET',
  // Whoever puts a password there should not find it in a log.
  'CONTENT_REMOTE_URL',
];

/** The environment, parsed once. Throws {@link ExplainedError} when a value is wrong; an empty value counts as absent. */
export function parseEnv(variables: Readonly<Record<string, string | undefined>>) {
  /** A setting may be read more than once. */
  const faults = new Set<string>();
  const read = <Name extends SettingName>(name: Name): z.infer<(typeof SETTINGS)[Name]['schema']> => {
    const { schema, expects, example } = SETTINGS[name];
    const value = variables[name] === '' ? undefined : variables[name];
    const result = schema.safeParse(value);
    if (!result.success) {
      const shown = SECRETS.includes(name) ? '…' : (value ?? '');
      faults.add(`${name}=${shown}\u00a0: attendu ${expects}. Exemple\u00a0: ${name}=${example}`);
    }
    return result.data as z.infer<(typeof SETTINGS)[Name]['schema']>; // a parser: faults are thrown below
  };
  const [username, password] = [read('ADMIN_USERNAME'), read('ADMIN_PASSWORD')];
  if (!variables['ADMIN_USERNAME'] !== !variables['ADMIN_PASSWORD']) {
    faults.add('ADMIN_USERNAME et ADMIN_PASSWORD vont ensemble\u00a0: donnez les deux, ou aucun.');
  }
  const url = read('CONTENT_REMOTE_URL');
  if (read('ROLE') === 'reader' && url === undefined && faults.size === 0)
    faults.add(
      'ROLE=reader\u00a0: un serveur lecteur suit un dépôt, donnez son adresse dans CONTENT_REMOTE_URL.',
    );
  // Two names that differ in capitals alone are one file where disks do not tell them apart.
  const [work, main] = [read('CONTENT_WORK_BRANCH'), read('CONTENT_BRANCH')];
  if (faults.size === 0 && work.toLowerCase() === main.toLowerCase())
    faults.add('CONTENT_WORK_BRANCH et CONTENT_BRANCH doivent être deux branches différentes.');
  const following = {
    token: read('CONTENT_REMOTE_TOKEN') ?? null,
    pollMs: read('CONTENT_POLL_SECONDS') * 1000,
    /** Signs what the webhook is sent; null: there is no webhook. */
    webhookSecret: read('CONTENT_WEBHOOK_SECRET') ?? null,
  };
  const env = {
    port: read('PORT'),
    host: read('HOST'),
    /** Without a final slash; null stands for http://localhost and the port listened on. */
    publicOrigin: read('PUBLIC_ORIGIN') ?? null,
    /** Whether browsers that saw the site by https ask its subdomains by https only, too. */
    hstsSubdomains: read('HSTS_SUBDOMAINS') === 'on',
    dataDir: read('DATA_DIR'),
    starter: read('STARTER'),
    /** What readers get. */
    branch: read('CONTENT_BRANCH'),
    isBranchGiven: Boolean(variables['CONTENT_BRANCH']),
    /** What is being written; another one than `branch`. */
    workBranch: read('CONTENT_WORK_BRANCH'),
    trustProxy: read('TRUST_PROXY') === 'true',
    logLevel: read('LOG_LEVEL'),
    pageCacheBytes: read('PAGE_CACHE_MB') * 1024 * 1024,
    /** Whether browsers keep what they showed for a time without network. */
    offlineReading: read('OFFLINE_READING') === 'on',
    /** Who becomes the first administrator when there is none. */
    admin: username === undefined || password === undefined ? null : { username, password },
    /** Signs cookies; null stands for one made and kept in DATA_DIR. */
    sessionSecret: read('SESSION_SECRET') ?? null,
    auditMonths: read('AUDIT_MONTHS'),
    /** A reader follows an upstream and has nothing of its own: no admin, no writes. */
    role: read('ROLE'),
    /** The repository that is followed, if any. */
    upstream: url === undefined ? null : { url, ...following },
  };
  if (faults.size > 0) throw new ExplainedError(`Réglage incorrect.\n${[...faults].join('\n')}`);
  return env;
}

export type Env = Readonly<ReturnType<typeof parseEnv>>;
export type UpstreamSettings = NonNullable<Env['upstream']>;

function isRemoteAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return isAllowedRemote(url) && url.username === '' && url.password === '';
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    (url.protocol === 'http:' || url.protocol === 'https:') && url.pathname === '/' && !/[?#@]/.test(text)
  );
}
