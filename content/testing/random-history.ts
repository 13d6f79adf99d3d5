import type { Random } from './random.ts';
import { git } from './temporary-repository.ts';

/** A file of such a history: its text, or where a link leads to; null removes it. */
type RandomFile = string | { readonly link: string } | null;

interface RandomHistoryOptions {
  readonly random: Random;
  readonly commits: number;
  readonly paths: readonly string[];
  /** What a file may become. */
  readonly file: () => RandomFile;
}

/** Where the two branches of such a history are. */
export interface RandomTips {
  readonly main: string;
  readonly work: string;
}

interface Made {
  readonly mark: number;
  readonly files: ReadonlyMap<string, RandomFile>;
}

/**
 * A history of chance, made by the git program in one go: on main and on the work branch, which follows it, files are written,
 * removed, moved, made links, and taken back to what they were at some commit; branches meet, and clocks go back.
 */
export function makeRandomHistory(gitDir: string, options: RandomHistoryOptions): RandomTips {
  const { random, commits, paths, file } = options;
  const first: Made = { mark: 1, files: new Map(paths.slice(0, 2).map((path) => [path, 'Texte 0'])) };
  const lines = [commitLines({ mark: 1, seconds: 1_760_000_000, parents: [], changes: first.files })];
  const all: Made[] = [first];
  const tips = { main: first, work: first };
  let seconds = 1_760_000_000;
  for (let mark = 2; mark <= commits; mark += 1) {
    seconds += random.below(200) - 60;
    const isWaiting = random.oneIn(3);
    const tip = isWaiting ? tips.work : tips.main;
    const parent = random.oneIn(6) && !isWaiting ? random.pick(all) : tip;
    const others = [isWaiting ? tips.main : random.pick(all), tip].filter(
      (one) => one !== parent && (parent !== tip || random.oneIn(3)),
    );
    const changes = changesOf(parent, options);
    const made: Made = { mark, files: after(parent.files, changes) };
    const parents = [parent, ...others.slice(0, 1)].map((one) => one.mark);
    lines.push(commitLines({ mark, seconds, parents, changes, isWaiting }));
    all.push(made);
    tips[isWaiting ? 'work' : 'main'] = made;
  }
  const ends = [
    `reset refs/heads/main\nfrom :${tips.main.mark}\n`,
    `reset refs/heads/travail\nfrom :${tips.work.mark}\n`,
  ];
  git(['fast-import', '--quiet', '--force'], { cwd: gitDir, input: [...lines, ...ends].join('') });
  const at = (name: string) => git(['rev-parse', name], { cwd: gitDir }).trim();
  return { main: at('refs/heads/main'), work: at('refs/heads/travail') };

  function changesOf(parent: Made, { paths: names }: RandomHistoryOptions): ReadonlyMap<string, RandomFile> {
    const changes = new Map<string, RandomFile>();
    const older = random.pick(all).files;
    for (let count = 1 + random.below(3); count > 0; count -= 1) {
      const path = random.pick(names);
      if (random.oneIn(5)) {
        changes.set(path, older.get(path) ?? null);
        continue;
      }
      const former = [...parent.files.keys()].find((name) => name !== path);
      if (random.oneIn(4) && former !== undefined) {
        changes.set(path, parent.files.get(former) ?? null);
        changes.set(former, null);
      } else changes.set(path, file());
    }
    return changes;
  }
}

function after(
  files: ReadonlyMap<string, RandomFile>,
  changes: ReadonlyMap<string, RandomFile>,
): ReadonlyMap<string, RandomFile> {
  return new Map([...files, ...changes].filter(([path]) => (changes.get(path) ?? files.get(path)) != null));
}

interface CommitLines {
  readonly mark: number;
  readonly seconds: number;
  readonly parents: readonly number[];
  readonly changes: ReadonlyMap<string, RandomFile>;
  readonly isWaiting?: boolean;
}

function commitLines({ mark, seconds, parents, changes, isWaiting = false }: CommitLines): string {
  const message = isWaiting ? 'Garder\n\nEncrier-Waits: true\n' : `Modifier ${mark}\n`;
  const [first, ...merged] = parents;
  return [
    `commit refs/heads/made\nmark :${mark}\ncommitter Camille Test <camille@exemple.fr> ${seconds} +0100\n`,
    `data ${Buffer.byteLength(message)}\n${message}\n`,
    ...(first === undefined ? [] : [`from :${first}\n`]),
    ...merged.map((parent) => `merge :${parent}\n`),
    ...[...changes].map(([path, file]) => changeLine(path, file)),
  ].join('');
}

function changeLine(path: string, file: RandomFile): string {
  if (file === null) return `D ${path}\n`;
  const [mode, text] = typeof file === 'string' ? ['100644', file] : ['120000', file.link];
  return `M ${mode} inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`;
}
