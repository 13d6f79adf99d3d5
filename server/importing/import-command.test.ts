import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainImage } from '#content/testing/images.ts';
import { wxr } from '#content/testing/wxr.ts';
import { takeDataFolder } from '../data/data-folder.ts';
import { parseEnv } from '../env.ts';
import { type ContentFolder, createContentFolder } from '../testing/content-folder.ts';
import { ROOT, starterSettings } from '../testing/running-server.ts';
import { importCommand } from './import-command.ts';

let folder: ContentFolder;
let source: string;
beforeEach(() => {
  folder = createContentFolder(starterSettings());
  source = join(folder.path, 'ancien-blog');
  mkdirSync(source);
  const text = (title: string, more = '') =>
    `---\ntitle: ${title}\ndate: 2019-05-12T08:00:00Z\n${more}---\nBonjour.\n`;
  writeFileSync(join(source, 'premier.md'), text('Premier', 'categories: [Voyages, Mer]\n'));
  writeFileSync(join(source, 'second.md'), text('Second'));
  writeFileSync(join(source, 'a-finir.md'), text('À finir', 'draft: true\n'));
});
afterEach(() => folder.remove());

interface Asked {
  readonly answer?: boolean | null;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

async function run(words: readonly string[], { answer = null, env = {}, signal }: Asked = {}) {
  const said: string[] = [];
  const questions: string[] = [];
  const code = await importCommand({
    words,
    env: () => parseEnv({ DATA_DIR: folder.path, ...env }),
    root: ROOT,
    say: (line) => said.push(line),
    confirm: (question) => {
      questions.push(question);
      return Promise.resolve(answer);
    },
    signal: signal ?? new AbortController().signal,
  });
  return { code, said: said.join('\n'), questions };
}

const branches = (): string => folder.git('for-each-ref');
const filesOn = (branch: string): readonly string[] =>
  folder.git('ls-tree', '-r', '--name-only', branch, 'posts/').split('\n').filter(Boolean);

describe('npm run import', () => {
  it('shows the plan, and writes nothing unless somebody says yes', async () => {
    const before = branches();
    writeFileSync(join(source, 'vide.md'), '---\ntitle: Vide\ndate: 2019-05-12\n---\n');
    const { code, said, questions } = await run([source], { answer: false });
    expect([code, questions]).toEqual([1, ['Importer\u00a0?']]);
    expect(said).toContain('Articles\u00a0: 4\u00a0; pages\u00a0: 0 (dont 1\u00a0brouillon)');
    expect(said).toContain('Voyages (1\u00a0article)');
    expect(said).toContain('Mer (1\u00a0article), devient un mot-clé');
    expect(said).toContain(
      '«\u00a0Vide\u00a0»\u00a0: Ce texte n’a pas pu être lu en entier\u00a0: l’export n’en a que le titre.',
    );
    expect(said).toContain('Rien n’est écrit.');
    expect(branches()).toBe(before);
    expect(readdirSync(join(folder.path, 'imports'))).toEqual([]);
  });

  it('says once what is missing of one kind, with how often and where', async () => {
    const blocks = ['un', 'deux', 'trois'].map((name) => `<!-- wp:encart/${name} /-->`).join('\n');
    const content = `<p>Texte.</p>${blocks}`;
    const file = join(folder.path, 'export.xml');
    writeFileSync(
      file,
      wxr([
        { id: 1, title: 'Premier', slug: 'premier', content },
        { id: 2, title: 'Second', slug: 'second', content: `${content}[inconnu]` },
      ]),
    );
    const { said } = await run([file], { answer: false });
    expect(said).toContain('[bloc encart/un] × 2 (dans «\u00a0Premier\u00a0» et 1\u00a0autre)');
    expect(said).toContain(
      '«\u00a0Premier\u00a0»\u00a0: 3 codes n’ont pas d’équivalent ici\u00a0: «\u00a0bloc encart/un\u00a0», «\u00a0bloc encart/deux\u00a0», «\u00a0bloc encart/trois\u00a0». Ce qu’ils entouraient est gardé.',
    );
  });

  it('leaves what it writes for its author to publish', async () => {
    const main = folder.git('rev-parse', 'main');
    const { code, said } = await run([source], { answer: true });
    expect(said).toContain('Écrits\u00a0: 3\u00a0;');
    expect(said).toContain('Rien n’est encore en ligne');
    expect(code).toBe(0);
    expect(folder.git('rev-parse', 'main')).toBe(main);
    expect(filesOn('travail')).toEqual([
      'posts/2019/a-finir.md',
      'posts/2019/premier.md',
      'posts/2019/second.md',
    ]);
  });

  it('asks nothing with --yes, and puts on line what was on line with --publish', async () => {
    const { code, said, questions } = await run([source, '--yes', '--publish']);
    expect(said).toContain('Publiés\u00a0: 2');
    expect([code, questions]).toEqual([0, []]);
    expect(filesOn('main')).toEqual(['posts/2019/premier.md', 'posts/2019/second.md']);
    const again = await run([source, '--yes']);
    expect(again.said).toContain('Importés auparavant\u00a0: 3');
    expect(again.said).toContain('Écrits\u00a0: 0\u00a0;');
  });

  it.each([['--site='], ['--site=https://'], ['--site=un site']])(
    'says how it is called for a site that is no address: %s',
    async (site) => {
      const { code, said } = await run([source, '--yes', site]);
      expect([code, said]).toEqual([2, expect.stringContaining('Usage')]);
    },
  );

  it('says that nothing tells the site of pictures, and takes it when they are tried again', async () => {
    writeFileSync(join(source, 'avec.md'), '---\ntitle: Avec\n---\n![Vue](/ailleurs/vue.jpg)\n');
    const { said } = await run([source, '--yes', '--fetch-pictures']);
    expect(said).toContain('sans --site=ADRESSE, 1\u00a0image manquera');
    const again = await run(['--retry-pictures', '--site=ancien.invalid']);
    expect(again.said).toContain('vue.jpg');
    expect(again.said).not.toContain('ne dit pas');
  });

  it('tries pictures again that could not be taken, where some are missing', async () => {
    const picture = join(source, 'vue.jpg');
    writeFileSync(picture, 'abîmée');
    writeFileSync(join(source, 'avec.md'), '---\ntitle: Avec\ndate: 2019-05-12\n---\n![Vue](vue.jpg)\n');
    expect((await run([source, '--yes'])).said).toContain('Images qui manquent');
    const stillDamaged = await run(['--retry-pictures']);
    expect([stillDamaged.code, stillDamaged.said]).toEqual([1, expect.stringContaining('vue.jpg')]);
    writeFileSync(picture, await plainImage(60, 40).jpeg().toBuffer());
    expect((await run(['--retry-pictures'])).code).toBe(0);
    expect(folder.git('show', 'travail:posts/2019/avec.md')).toMatch(/!\[Vue\]\(\/images\/\d+\/vue-/);
    expect((await run(['--retry-pictures'])).said).toBe('Aucune image ne manque à un import terminé.');
  });

  it('refuses to work beside a server, and says what to do', async () => {
    const held = await takeDataFolder(folder.path);
    const { code, said } = await run([source, '--yes']);
    await held.release();
    expect(code).toBe(1);
    expect(said).toContain('utilise déjà ce dossier de données');
    expect(filesOn('main')).toEqual([]);
  });

  it.each([
    ['no file', [], 2, 'Usage\u00a0: npm run import'],
    ['an unknown word', ['a.xml', '--vite'], 2, 'Usage\u00a0: npm run import'],
    ['a file that is not there', ['/absent/export.xml'], 1, '/absent/export.xml'],
  ])('explains itself: %s', async (_, words, exit, sentence) => {
    const { code, said } = await run(words);
    expect(code).toBe(exit);
    expect(said).toContain(sentence);
  });

  it('says why what is no export is not taken', async () => {
    const file = join(folder.path, 'photo.xml');
    writeFileSync(file, 'Bonjour');
    const { code, said } = await run([file, '--yes']);
    expect(code).toBe(1);
    expect(said).toMatch(/\.$/);
    expect(readdirSync(join(folder.path, 'imports'))).toEqual([]);
  });

  it('imports nothing where there is no site yet', async () => {
    const none = await run([source, '--yes'], { env: { DATA_DIR: join(source, 'rien') } });
    expect(none.code).toBe(1);
    expect(none.said).toContain('démarrez d’abord le serveur');
    expect(readdirSync(source)).not.toContain('rien');
  });

  it('says of a site that a restore left half there that the restore is to be done again', async () => {
    mkdirSync(join(source, 'restoring'));
    const { code, said } = await run([source, '--yes'], { env: { DATA_DIR: source } });
    expect(code).toBe(1);
    expect(said).toContain('npm run restore');
  });

  it('stops where it is asked to, and writes nothing more', async () => {
    const { code } = await run([source, '--yes'], { signal: AbortSignal.abort() });
    expect(code).toBe(1);
    expect(folder.git('branch', '--list', 'travail')).toBe('');
  });
});
