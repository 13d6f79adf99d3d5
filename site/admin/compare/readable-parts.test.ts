import { describe, expect, it } from 'vitest';
import type { BodyPart } from '#content/model/merge.ts';
import { composedBody } from './composed-body.ts';
import { readableParts } from './readable-parts.ts';

const agreed = (text: string): BodyPart => ({ kind: 'agreed', text });
const disputed = (yours: string, theirs: string, base = ''): BodyPart => ({
  kind: 'disputed' as const,
  base,
  theirs,
  yours,
});
const chosen = (body: readonly BodyPart[], kind: 'mine' | 'theirs'): string | null =>
  composedBody(body, Object.fromEntries(body.map((_, at) => [at, { kind }])));

const HEAD = '| Offre | Prix |\n| --- | --- |\n';

describe('readableParts', () => {
  it('leaves sentences and items of a list where they can be chosen one by one', () => {
    const body = [agreed('Un. '), disputed('Deux ici. ', 'Deux là. '), agreed('Trois.\n\nAutre.\n')];
    expect(readableParts(body)).toEqual(body);
    const list = [agreed('- un\n'), disputed('- deux\n', '- 2\n'), agreed('- trois\n')];
    expect(readableParts(list)).toEqual(list);
  });

  it('shows a table whole, and what stands around it apart', () => {
    const body = [
      agreed(`Avant.\n\n${HEAD}`),
      disputed('| Audit | 1 |\n', '| Audit | 2 |\n'),
      agreed('| Suivi | 4 |\n\nAprès.\n'),
    ];
    expect(readableParts(body)).toEqual([
      agreed('Avant.\n\n'),
      disputed(
        `${HEAD}| Audit | 1 |\n| Suivi | 4 |\n\n`,
        `${HEAD}| Audit | 2 |\n| Suivi | 4 |\n\n`,
        `${HEAD}| Suivi | 4 |\n\n`,
      ),
      agreed('Après.\n'),
    ]);
  });

  it('cuts no words in bold, no link', () => {
    expect(
      readableParts([agreed('Un **gras. '), disputed('Ici.** ', 'Là.** '), agreed('Fin.')]),
    ).toHaveLength(1);
    expect(readableParts([agreed('Un [lien. '), disputed('Ici](/a) ', 'Là](/a) ')])).toHaveLength(1);
  });

  it.each(['mine', 'theirs'] as const)(
    'puts the same text together as the parts did, when %s is kept',
    (kind) => {
      const body = [
        agreed(`Un.\r\n\r\n${HEAD}`),
        disputed('| a |\n', '| b |\n'),
        agreed('\n\nDeux **gras. '),
        disputed('x** ', 'y** '),
        agreed('Fin.\n'),
        disputed('', '\nAjout.\n'),
      ];
      expect(chosen(readableParts(body), kind)).toBe(chosen(body, kind));
    },
  );
});
