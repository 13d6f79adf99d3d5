import * as z from 'zod';

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

/** Names, rules and an example of each setting; README.md lists them (DESIGN.md, Configuration). */
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
  DATA_DIR: { schema: z.string().min(1).default('.data'), expects: 'un dossier', example: '.data' },
  STARTER: {
    schema: z.enum(['full', 'empty']).default('full'),
    expects: '« full » ou « empty »',
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
  TRUST_PROXY: {
    schema: z.enum(['true', 'false']).default('false'),
    expects: '« true » derrière un serveur mandataire, sinon « false »',
    example: 'false',
  },
  LOG_LEVEL: {
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
    expects: '« debug », « info », « warn », « error » ou « silent »',
    example: 'info',
  },
  PAGE_CACHE_MB: {
    schema: digits.pipe(z.number().min(1).max(4096)).default(96),
    expects: 'un nombre de mégaoctets de pages gardées en mémoire, de 1 à 4096',
    example: '96',
  },
} as const;
type SettingName = keyof typeof SETTINGS;

export interface Env {
  readonly port: number;
  readonly host: string;
  /** Without a final slash; null stands for http://localhost and the port listened on. */
  readonly publicOrigin: string | null;
  readonly dataDir: string;
  readonly starter: 'full' | 'empty';
  readonly branch: string;
  readonly trustProxy: boolean;
  readonly logLevel: string;
  readonly pageCacheBytes: number;
}

/** The settings cannot be used; `message` names each, its fault and an example, in French. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
}

/** The environment, parsed once. Throws {@link EnvError} when a value is wrong; an empty value counts as absent. */
export function parseEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const faults: string[] = [];
  const read = <Name extends SettingName>(name: Name): z.infer<(typeof SETTINGS)[Name]['schema']> => {
    const { schema, expects, example } = SETTINGS[name];
    const value = variables[name] === '' ? undefined : variables[name];
    const result = schema.safeParse(value);
    if (!result.success)
      faults.push(`${name}=${value ?? ''} : attendu ${expects}. Exemple : ${name}=${example}`);
    return result.data as z.infer<(typeof SETTINGS)[Name]['schema']>; // a parser: faults are thrown below
  };
  const env: Env = {
    port: read('PORT'),
    host: read('HOST'),
    publicOrigin: read('PUBLIC_ORIGIN') ?? null,
    dataDir: read('DATA_DIR'),
    starter: read('STARTER'),
    branch: read('CONTENT_BRANCH'),
    trustProxy: read('TRUST_PROXY') === 'true',
    logLevel: read('LOG_LEVEL'),
    pageCacheBytes: read('PAGE_CACHE_MB') * 1024 * 1024,
  };
  if (faults.length > 0) throw new EnvError(`Réglage incorrect.\n${faults.join('\n')}`);
  return env;
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    (url.protocol === 'http:' || url.protocol === 'https:') && url.pathname === '/' && !/[?#@]/.test(text)
  );
}
