import { git } from '#content/testing/temporary-repository.ts';
import type { Site } from '../site-process.ts';
import { expect } from './app.ts';
import { ARTICLES, KNOWN, STATION, TRAIN, TUNNEL } from './articles.ts';

interface Told {
  readonly site: Site;
  /** The author's clone. */
  readonly folder: string;
  /** What the site had before. */
  readonly first: string;
}

/** Reads the history of a site as its operator does, from this commit on, and has git check it. */
export async function readHistory({ site, folder, first }: Told): Promise<void> {
  const here = (...args: readonly string[]) => git(args, { cwd: site.repository });
  const line = '--format=%an: %s [%(trailers:key=Encrier-Action,valueonly,separator=%x2C)]';
  expect(here('log', '--first-parent', line, `${first}..main`).split('\n')).toEqual([
    'Claire Dubois: Publier 3 articles [publish-posts]',
    'Encrier: Fusionner avec le dépôt distant [merge]',
    `Claire Dubois: Publier ${quoted(TRAIN.title)} [publish]`,
  ]);
  // The article and its picture alone.
  expect(here('show', '--name-only', '--format=', 'main~2').split('\n')).toEqual([
    expect.stringMatching(new RegExp(`^images/.*/${TRAIN.image}-[0-9a-f]+\\.jpg$`)),
    expect.stringMatching(new RegExp(`^posts/.*/${TRAIN.slug}\\.md$`)),
  ]);
  const written = here('log', '--no-merges', '--reverse', line, 'main..travail').split('\n');
  expect(written.filter((said) => said.includes('[create]'))).toEqual(
    ARTICLES.map(({ title }) => `Claire Dubois: Créer ${quoted(title)} [create]`),
  );
  for (const { image } of ARTICLES)
    expect(written.filter((said) => said.includes(`Ajouter l’image «\u00a0${image}-`))).toHaveLength(1);
  expect(here('log', '--format=%an: %s', `${first}..main~1^2`)).toBe('Camille Test: Relire au bureau');

  const [list = '', trailers = ''] = here('log', '-1', '--format=%b', 'main').split('\n\n');
  expect(list.split('\n').toSorted()).toEqual(
    [STATION.title, TUNNEL.title, KNOWN.shortened].map((title) => `- ${quoted(title)}`).toSorted(),
  );
  const files = here('ls-tree', '-r', '--name-only', 'main', 'posts').split('\n');
  const ids = [STATION, TUNNEL, KNOWN].map(({ slug }) => {
    const path = files.find((name) => name.endsWith(`/${slug}.md`)) ?? '';
    return /^id: (.*)$/m.exec(here('show', `main:${path}`))?.[1];
  });
  const lines = trailers.trim().split('\n');
  const from = lines.filter((line) => line.startsWith('Encrier-From: '));
  expect(from).toHaveLength(1);
  expect(lines.filter((line) => !from.includes(line)).toSorted()).toEqual(
    ['Encrier-Action: publish-posts', ...ids.map((id) => `Encrier-Post: ${id}`)].toSorted(),
  );
  // What waits goes by a push of its own.
  await expect.poll(() => here('diff', '--name-only', 'main...travail')).toBe('');
  expect(here('fsck', '--strict', '--no-dangling')).toBe('');
  await expect
    .poll(() => git(['status', '--porcelain', '--branch'], { cwd: folder }))
    .toBe('## travail...origin/travail');
}

const quoted = (title: string): string => `«\u00a0${title}\u00a0»`;
