import { describe, expect, it } from 'vitest';
import { ExplainedError } from './data/explained.ts';
import { parseEnv } from './env.ts';

function refusal(variables: Readonly<Record<string, string>>): string {
  try {
    parseEnv(variables);
  } catch (error) {
    if (error instanceof ExplainedError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('parseEnv', () => {
  const defaults = {
    port: 3000,
    host: '127.0.0.1',
    publicOrigin: null,
    hstsSubdomains: false,
    dataDir: '.data',
    starter: 'full',
    branch: 'main',
    isBranchGiven: false,
    workBranch: 'travail',
    trustProxy: false,
    logLevel: 'info',
    pageCacheBytes: 96 * 1024 * 1024,
    offlineReading: true,
    admin: null,
    sessionSecret: null,
    auditMonths: 12,
    role: 'author',
    upstream: null,
  };

  it('has a default for every setting, and takes an empty value for none', () => {
    expect(parseEnv({})).toEqual(defaults);
    const names = [
      'PORT',
      'HOST',
      'PUBLIC_ORIGIN',
      'HSTS_SUBDOMAINS',
      'DATA_DIR',
      'STARTER',
      'CONTENT_BRANCH',
      'CONTENT_WORK_BRANCH',
      'TRUST_PROXY',
      'LOG_LEVEL',
      'PAGE_CACHE_MB',
      'OFFLINE_READING',
      'ADMIN_USERNAME',
      'ADMIN_PASSWORD',
      'SESSION_SECRET',
      'AUDIT_MONTHS',
      'ROLE',
      'CONTENT_REMOTE_URL',
      'CONTENT_REMOTE_TOKEN',
      'CONTENT_POLL_SECONDS',
      'CONTENT_WEBHOOK_SECRET',
    ];
    expect(parseEnv(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(defaults);
  });

  it('takes what is given', () => {
    const env = parseEnv({
      PORT: '8080',
      HOST: '0.0.0.0',
      PUBLIC_ORIGIN: 'https://exemple.fr/',
      HSTS_SUBDOMAINS: 'on',
      DATA_DIR: '/srv/encrier',
      STARTER: 'empty',
      CONTENT_BRANCH: 'site-2026',
      CONTENT_WORK_BRANCH: 'brouillons',
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'warn',
      PAGE_CACHE_MB: '1',
      OFFLINE_READING: 'off',
      ADMIN_USERNAME: 'camille',
      ADMIN_PASSWORD: 'quatre mots pris au hasard',
      SESSION_SECRET: 'x'.repeat(32),
      AUDIT_MONTHS: '6',
    });
    expect(env).toEqual({
      port: 8080,
      host: '0.0.0.0',
      publicOrigin: 'https://exemple.fr',
      hstsSubdomains: true,
      dataDir: '/srv/encrier',
      starter: 'empty',
      branch: 'site-2026',
      isBranchGiven: true,
      workBranch: 'brouillons',
      trustProxy: true,
      logLevel: 'warn',
      pageCacheBytes: 1024 * 1024,
      offlineReading: false,
      admin: { username: 'camille', password: 'quatre mots pris au hasard' },
      sessionSecret: 'x'.repeat(32),
      auditMonths: 6,
      role: 'author',
      upstream: null,
    });
  });

  it.each([
    ['PORT', 'abc', 'un numéro de port', 'PORT=3000'],
    ['PORT', '65536', 'un numéro de port', 'PORT=3000'],
    ['PORT', '-1', 'un numéro de port', 'PORT=3000'],
    ['PORT', ' ', 'un numéro de port', 'PORT=3000'],
    ['PORT', '3e3', 'un numéro de port', 'PORT=3000'],
    ['PORT', '80.5', 'un numéro de port', 'PORT=3000'],
    ['PUBLIC_ORIGIN', 'exemple.fr', 'une origine', 'PUBLIC_ORIGIN=https://www.exemple.fr'],
    ['PUBLIC_ORIGIN', 'ftp://exemple.fr', 'une origine', 'PUBLIC_ORIGIN=https://www.exemple.fr'],
    ['PUBLIC_ORIGIN', 'https://exemple.fr/blog', 'une origine', 'PUBLIC_ORIGIN=https://www.exemple.fr'],
    ['PUBLIC_ORIGIN', 'https://exemple.fr/?', 'une origine', 'PUBLIC_ORIGIN=https://www.exemple.fr'],
    ['PUBLIC_ORIGIN', 'https://nom:mot@exemple.fr', 'une origine', 'PUBLIC_ORIGIN=https://www.exemple.fr'],
    ['PUBLIC_ORIGIN', 'javascript:alert(1)', 'une origine', 'PUBLIC_ORIGIN=https://www.exemple.fr'],
    ['HSTS_SUBDOMAINS', 'true', '«\u00a0on\u00a0»', 'HSTS_SUBDOMAINS=off'],
    ['STARTER', 'none', '«\u00a0full\u00a0» ou «\u00a0empty\u00a0»', 'STARTER=full'],
    ['CONTENT_BRANCH', '../main', 'un nom de branche', 'CONTENT_BRANCH=main'],
    ['CONTENT_BRANCH', '-f', 'un nom de branche', 'CONTENT_BRANCH=main'],
    ['TRUST_PROXY', 'oui', '«\u00a0true\u00a0»', 'TRUST_PROXY=false'],
    ['LOG_LEVEL', 'verbose', '«\u00a0debug\u00a0»', 'LOG_LEVEL=info'],
    ['PAGE_CACHE_MB', '0', 'un nombre de mégaoctets', 'PAGE_CACHE_MB=96'],
    ['AUDIT_MONTHS', '0', 'un nombre de mois', 'AUDIT_MONTHS=12'],
    ['PAGE_CACHE_MB', '5000', 'un nombre de mégaoctets', 'PAGE_CACHE_MB=96'],
  ])('refuses %s=%j with its name, its fault and an example', (name, value, fault, example) => {
    const message = refusal({ [name]: value });
    expect(message).toContain(`${name}=${value}\u00a0: attendu ${fault}`);
    expect(message).toContain(`Exemple\u00a0: ${example}`);
  });

  it.each([
    ['ADMIN_PASSWORD', 'motdepasse123', 'un mot de passe de 12 caractères'],
    ['SESSION_SECRET', 'trop court', 'un secret de 32 caractères'],
    ['CONTENT_WEBHOOK_SECRET', '$(openssl rand -hex 32)', 'un secret de 16 caractères'],
  ])('refuses a bad %s without showing it', (name, value, fault) => {
    const message = refusal({
      ADMIN_USERNAME: 'camille',
      ADMIN_PASSWORD: 'seize-loutres-vertes',
      [name]: value,
    });
    expect(message).toContain(`${name}=…\u00a0: attendu ${fault}`);
    expect(message).not.toContain(value);
  });

  it('wants the name and the password of the administrator together', () => {
    expect(refusal({ ADMIN_USERNAME: 'camille' })).toContain('vont ensemble');
    expect(refusal({ ADMIN_PASSWORD: 'seize-loutres-vertes' })).toContain('vont ensemble');
  });

  it('wants two branches that every disk tells apart', () => {
    const names = ['main', 'Main'];
    for (const name of names)
      expect(refusal({ CONTENT_WORK_BRANCH: name })).toContain('deux branches différentes');
  });

  it('names every wrong value at once', () => {
    expect(refusal({ PORT: 'x', STARTER: 'y' }).split('\n')).toHaveLength(3);
    expect(refusal({ ROLE: 'x', CONTENT_WORK_BRANCH: '-' }).split('\n')).toHaveLength(3);
  });

  it('takes an origin in its one form', () => {
    expect(parseEnv({ PUBLIC_ORIGIN: 'HTTPS://Exemple.fr:443' }).publicOrigin).toBe('https://exemple.fr');
  });

  it.each(['github_pat_11A', 'Élodie Lefèvre:ABCD-EFGH', 'claire:mot de passe à elle : long'])(
    'takes the access %s',
    (token) => {
      const variables = { CONTENT_REMOTE_URL: 'https://exemple.fr/site.git', CONTENT_REMOTE_TOKEN: token };
      expect(parseEnv(variables).upstream?.token).toBe(token);
    },
  );

  it.each([
    ['CONTENT_POLL_SECONDS', '0'],
    ['CONTENT_WEBHOOK_SECRET', 'court'],
    ['CONTENT_REMOTE_TOKEN', 'é'],
    ['CONTENT_REMOTE_TOKEN', 'é:a\nb'],
  ])('refuses a wrong %s where no repository is followed, too', (name, value) => {
    expect(refusal({ [name]: value })).toContain(`${name}=`);
  });
});
