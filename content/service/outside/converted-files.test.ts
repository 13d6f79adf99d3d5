import { execFileSync } from 'node:child_process';
import { chownSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takingIn } from '../../testing/change-sets.ts';
import { createPeoplesClone, type PeoplesClone, POINTER } from '../../testing/peoples-clone.ts';
import { postText, SETTINGS } from '../../testing/posts.ts';

const AUTHOR = { name: 'Camille Test', email: 'camille@exemple.fr' };

let clone: PeoplesClone;
beforeEach(() => {
  clone = createPeoplesClone();
});
afterEach(() => {
  vi.unstubAllEnvs();
  expect(clone.remove()).toEqual([]);
});

const at = (file: string): string => clone.at(file);
const run = (...args: readonly string[]): string => clone.run(...args);
const write = (file: string, content: string | Uint8Array): void => clone.write(file, content);

describe('a folder whose files git converts', () => {
  it('gets no text of Encrier in another encoding than git would write, and says how git writes it', async () => {
    const file = 'posts/2025/un.md';
    clone.commitEncoded();
    const before = clone.files();
    const left = await clone.opened(async ({ look, pending, workTree }) => {
      await pending.change(AUTHOR, takingIn({ [file]: postText(1, 'Un, revu') }));
      await workTree.follow();
      return (await look()).left;
    });
    expect([clone.files(), clone.status(), run('show', `travail:${file}`)]).toEqual([
      before,
      '',
      postText(1, 'Un, revu').trimEnd(),
    ]);
    expect(left.map((one) => one.path)).toEqual([file]);
    for (const [, command = ''] of left[0]?.reason.matchAll(/«\u00a0(git [^»]+)\u00a0»/g) ?? [])
      execFileSync('sh', ['-c', command], { cwd: at('') });
    expect([clone.status(), new TextDecoder('utf-16le').decode(readFileSync(at(file)))]).toEqual([
      '',
      postText(1, 'Un, revu'),
    ]);
    expect((await clone.opened(({ look }) => look())).left).toEqual([]);
    expect(clone.status()).toBe('');
  });

  it('gets no picture or text that was not filtered, on either branch, and keeps those that are', async () => {
    clone.commitFiltered('images/2025/photo.jpg');
    await clone.opened(async ({ pending, repository }) => {
      const raw = { path: 'images/2025/neuve.jpg', bytes: Buffer.from('neuve') };
      const refused = {
        code: 'invalid',
        data: { path: raw.path, reason: expect.stringContaining('«\u00a0lfs\u00a0»') as string },
      };
      const work = pending.change(AUTHOR, takingIn({ [raw.path]: raw.bytes }));
      await expect(work).rejects.toMatchObject(refused);
      const main = repository.commit({ changes: [raw], message: 'Neuve\n', author: AUTHOR });
      await expect(main).rejects.toMatchObject(refused);
      await pending.change(AUTHOR, takingIn({ 'images/2025/autre.jpg': POINTER }));
    });
    expect(run('show', 'travail:images/2025/autre.jpg')).toBe(POINTER.trim());
    expect(clone.status()).toBe('');
  });
});

describe('a text whose line ends git changes', () => {
  it.each([
    ['core.autocrlf', '', 'true'],
    ['core.autocrlf', '', 'input'],
    ['text', '*.md text\n', null],
    ['text=auto', '*.md text=auto\n', null],
    ['eol=crlf', '*.md eol=crlf\n', null],
    ['eol=lf', '*.md eol=lf\n', null],
    ['ident', '*.md ident eol=lf\n', null],
  ])(
    'is taken up as git commits it, which has nothing to say afterwards: %s %j %s',
    async (_, rules, setting) => {
      write('.gitattributes', rules);
      run('add', '--all');
      run('commit', '--quiet', '--allow-empty', '--message=Des règles');
      if (setting !== null) run('config', 'core.autocrlf', setting);
      const files = ['posts/2025/un.md', 'posts/2025/trois.md'] as const;
      const texts = [postText(1, 'Un, revu'), postText(3, 'Trois')];
      files.forEach((file, number) =>
        write(file, `${texts[number] ?? ''}$Id: 0123 $\n`.replaceAll('\n', '\r\n')),
      );
      const expected = files.map((file) => run('hash-object', '--path', file, file));
      const { taken } = await clone.opened(({ look }) => look());
      const kept = files.map((file) => run('rev-parse', `travail:${file}`));
      expect([taken, kept]).toEqual([2, expected]);
      for (const file of files) utimesSync(at(file), 1, 1);
      expect(clone.status()).toBe('');
      expect(await clone.opened(async ({ look }) => (await look()).taken)).toBe(0);
    },
  );
});

describe('what git says of a folder', () => {
  it('is asked of that folder, whatever the environment names, whoever owns it, with the settings of whoever works there', async () => {
    for (const [name, text] of [
      ['ignores', 'intime.md\n'],
      ['settings', `[core]\n\texcludesFile = ${clone.beside('ignores')}\n\tautocrlf = true\n`],
    ] as const)
      writeFileSync(clone.beside(name), text);
    write('posts/2025/intime.md', postText(6, 'Intime'));
    write('site.yml', readFileSync(at('site.yml'), 'utf8').replaceAll('\n', '\r\n'));
    vi.stubEnv('GIT_CONFIG_GLOBAL', clone.beside('settings'));
    vi.stubEnv('GIT_DIR', `${clone.origin}/.git`);
    vi.stubEnv('GIT_INDEX_FILE', clone.beside('nowhere'));
    // Who is not the owner may be nobody but root.
    if (process.getuid?.() === 0) for (const one of [clone.folder, at('.git')]) chownSync(one, 65534, 65534);
    const { left, taken } = await clone.opened(({ look }) => look());
    expect([left.map((one) => one.path), taken]).toEqual([['posts/2025/intime.md'], 0]);
  });
});

describe('a picture of the site itself', () => {
  const portrait = 'images/2025/portrait.jpg';
  const named = SETTINGS['site.yml'].replace('about: À propos', `about: À propos, portrait: /${portrait}`);
  const commit = (): void => {
    run('add', '--all');
    run('commit', '--quiet', '--message=À la main');
  };
  beforeEach(() => {
    write(portrait, 'portrait');
    write('site.yml', named);
  });

  it('is published as settings are, where another program puts another one in its place', async () => {
    write('images/2025/autre.jpg', 'autre');
    commit();
    await clone.opened(async ({ look, workTree, mergePublished }) => {
      write(portrait, 'retouché');
      write('images/2025/autre.jpg', 'retouchée');
      expect(await look()).toMatchObject({ taken: 2, left: [] });
      await look();
      await mergePublished();
      await workTree.follow();
    });
    expect([
      run('show', `main:${portrait}`),
      run('diff', '--name-only', 'main', 'travail'),
      clone.status(),
    ]).toEqual(['retouché', 'images/2025/autre.jpg', '']);
  });

  it('is published with the settings that git committed at the same time', async () => {
    commit();
    await clone.opened(() => Promise.resolve());
    write(portrait, 'retouché');
    write('site.yml', named.replace('À propos', 'Qui je suis'));
    commit();
    await clone.opened(async ({ look, mergePublished }) => {
      expect(await look()).toMatchObject({ left: [] });
      await mergePublished();
    });
    expect([run('show', `main:${portrait}`), run('diff', '--name-only', 'main', 'travail')]).toEqual([
      'retouché',
      '',
    ]);
    expect([run('show', 'main:site.yml'), clone.status()]).toEqual([
      expect.stringContaining('Qui je suis'),
      '',
    ]);
  });
});
