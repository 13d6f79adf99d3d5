import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractFile } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { createTemporaryFolder, type TemporaryFolder } from '#content/testing/temporary-repository.ts';
import { lookInto, makeElectronStandIn, packAround } from './pack-desktop.mjs';

/** How a fuse that is on is written in a program (@electron/fuses keeps the name to itself). */
const ENABLED = '1'.charCodeAt(0);
/** A module of Node, or what only Node gives a script. */
const NODE =
  /(?:from|import|require\()\s*\(?["'`](?:node:|electron\b|fs\b|path\b|child_process\b)|\brequire\(["'`]|\bprocess\.(?:versions|binding|mainModule|argv|exit)\b/;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
let place: TemporaryFolder;
let packed: ReturnType<typeof lookInto>;
const application = () => join(place.path, 'out/linux-unpacked');

beforeAll(async () => {
  if (!existsSync(join(ROOT, 'dist/desktop/main/main.js')))
    throw new Error('No build: run `npm run build:desktop` first.');
  place = createTemporaryFolder();
  const electron = join(place.path, 'electron');
  makeElectronStandIn(electron);
  expect(await packAround({ electron, output: join(place.path, 'out') })).toBeNull();
  packed = lookInto(application());
});
afterAll(() => place.remove());

describe('the packed application', () => {
  it('holds what was built and the starter, and no source, map or package', () => {
    const rooms = new Set(packed.inside.map(({ path }) => path.split('/').slice(0, 3).join('/')));
    for (const room of ['main', 'preload', 'renderer']) expect(rooms).toContain(`dist/desktop/${room}`);
    const strange = packed.inside
      .map(({ path }) => path)
      .filter(
        (path) =>
          !/^(?:package\.json$|dist\/desktop\/|content\/starter\/)/.test(path) ||
          /\.(?:tsx?|map)$/.test(path),
      );
    expect(strange).toEqual([]);
    expect(packed.bytes).toBeLessThan(12 * 1024 * 1024);
  });

  it('has no Node in its window: no script of it asks for a module of Node, or for a process', () => {
    const scripts = packed.inside.filter(({ path }) => /^dist\/desktop\/renderer\/.*\.js$/.test(path));
    expect(scripts.length).toBeGreaterThan(5);
    const asking = scripts.filter(({ path }) => NODE.test(extractFile(packed.archive, path).toString()));
    expect(asking.map(({ path }) => path)).toEqual([]);
  });

  it('starts at a file that it holds', () => {
    const { main, type } = z
      .object({ main: z.string(), type: z.string() })
      .parse(JSON.parse(extractFile(packed.archive, 'package.json').toString()));
    expect(type).toBe('module');
    expect(packed.inside.map(({ path }) => path)).toContain(main);
  });

  it('has beside its archive the decoder of pictures, which works there, and nothing else', () => {
    const paths = packed.outside.map(({ path }) => path);
    expect(paths.filter((path) => !/^node_modules\/(?:sharp|@img|detect-libc|semver)\//.test(path))).toEqual(
      [],
    );
    expect(paths.some((path) => path.endsWith('.node'))).toBe(true);
    const script =
      "require('./node_modules/sharp')({ create: { width: 2, height: 2, channels: 3, background: 'red' } }).png().toBuffer().then((bytes) => console.log(bytes.length > 50))";
    const cwd = `${packed.archive}.unpacked`;
    expect(execFileSync(process.execPath, ['-e', script], { cwd, encoding: 'utf8' })).toBe('true\n');
  });

  it('can be turned into no other program: its fuses say so', async () => {
    const wire = await getCurrentFuseWire(join(application(), 'encrier'));
    const on = (fuse: FuseV1Options) => Number(wire[fuse]) === ENABLED;
    expect({
      runAsNode: on(FuseV1Options.RunAsNode),
      cookies: on(FuseV1Options.EnableCookieEncryption),
      nodeOptions: on(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
      inspect: on(FuseV1Options.EnableNodeCliInspectArguments),
      integrity: on(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
      onlyArchive: on(FuseV1Options.OnlyLoadAppFromAsar),
      files: on(FuseV1Options.GrantFileProtocolExtraPrivileges),
    }).toEqual({
      runAsNode: false,
      cookies: true,
      nodeOptions: false,
      inspect: false,
      integrity: true,
      onlyArchive: true,
      files: false,
    });
  });

  it('speaks French', () => {
    expect(existsSync(join(application(), 'locales/fr.pak'))).toBe(true);
    expect(existsSync(join(application(), 'locales/de.pak'))).toBe(false);
  });
});

describe('the installers', () => {
  const config = z
    .looseObject({
      linux: z.looseObject({ icon: z.string() }),
      win: z.looseObject({ icon: z.string() }),
      mac: z.looseObject({ icon: z.string() }),
    })
    .parse(parse(readFileSync(join(ROOT, 'electron-builder.yml'), 'utf8')));

  it('name the application, its links, and whoever a deb has to name', () => {
    expect(config).toMatchObject({
      appId: 'fr.encrier.desktop',
      productName: 'Encrier',
      protocols: [{ schemes: ['encrier'] }],
      extraMetadata: { homepage: expect.stringMatching(/^https:/) as string },
      linux: { maintainer: expect.stringContaining('@') as string, target: ['AppImage', 'deb'] },
      nsis: { installerLanguages: ['fr_FR'], language: '1036' },
    });
    expect(config).not.toHaveProperty('disableAsarIntegrity');
  });

  it('have their icons', () => {
    for (const { icon } of [config.linux, config.win, config.mac])
      expect(existsSync(join(ROOT, icon)), icon).toBe(true);
  });
});
