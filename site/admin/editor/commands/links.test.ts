import { describe, expect, it } from 'vitest';
import { after, stateOf } from '#site/testing/markdown-state.ts';
import { imageBlock } from './insert.ts';
import { linkAfter, linkAtSelection, pasteLink, removeLink, writeLink } from './links.ts';

function pasted(written: string, address: string): string | null {
  const state = stateOf(written);
  return after(state, pasteLink(state, address));
}

describe('pasteLink', () => {
  it('makes a link of what is selected', () => {
    expect(pasted('lire ‹ceci› donc', 'https://exemple.fr/a ')).toBe(
      'lire [ceci](https://exemple.fr/a)‹ donc',
    );
  });

  it('keeps an address with parentheses whole', () => {
    expect(pasted('‹a›', 'https://exemple.fr/a_(b)')).toBe('[a](<https://exemple.fr/a_(b)>)‹');
  });

  it('keeps a picture what it is', () => {
    expect(pasted('‹![La courbe](/images/a.webp)›', 'https://exemple.fr')).toBe(
      '[![La courbe](/images/a.webp)](https://exemple.fr)‹',
    );
    expect(pasted('![‹La courbe›](/images/a.webp)', 'https://exemple.fr')).toBe(
      '[![La courbe](/images/a.webp)](https://exemple.fr)‹',
    );
    expect(pasted('![a](‹/images/a.webp›)', 'https://exemple.fr/b.webp')).toBe(null);
  });

  it('ends before the call of a note, which is a link itself', () => {
    expect(pasted('‹voir[^1] ici›', 'https://exemple.fr')).toBe('[voir](https://exemple.fr)‹[^1] ici');
    expect(pasted('‹[^1]›', 'https://exemple.fr')).toBe(null);
  });

  it('escapes a bracket that stands alone, and takes links out of its words', () => {
    expect(pasted('‹a] b [c›', 'https://exemple.fr')).toBe('[a\\] b \\[c](https://exemple.fr)‹');
    expect(pasted('‹voir [ça](/b), [là][1]›', 'https://exemple.fr')).toBe(
      '[voir ça, là](https://exemple.fr)‹',
    );
  });

  it('leaves other texts, code, and links alone', () => {
    expect(pasted('‹ceci›', 'deux mots')).toBe(null);
    expect(pasted('‹ceci›', 'javascript:alert(1)')).toBe(null);
    expect(pasted('`x ‹ceci›`', 'https://exemple.fr')).toBe(null);
    expect(pasted('[‹ceci›](/a)', 'https://exemple.fr')).toBe(null);
    expect(pasted('un‹', 'https://exemple.fr')).toBe(null);
  });
});

describe('linkAtSelection', () => {
  it('finds the link at the cursor, to be written again or taken away', () => {
    const state = stateOf('lire [ce**c‹i**](/blog/a "t") donc');
    const link = linkAtSelection(state);
    expect({ text: link.text, address: link.address, isNew: link.isNew }).toEqual({
      text: 'ce**ci**',
      address: '/blog/a',
      isNew: false,
    });
    expect(state.update(removeLink(link)).state.doc.toString()).toBe('lire ce**ci** donc');
    expect(state.update(writeLink({ ...link, address: '/b' })).state.doc.toString()).toBe(
      'lire [ce**ci**](/b "t") donc',
    );
  });

  it('finds a link whose address is elsewhere in the text, whole', () => {
    const rest = '\n\n> [Deux Mots]: </a b> (t)';
    for (const written of ['[le ‹texte][deux  mots]', '[deux ‹mots][]', '[Deux mo‹ts]']) {
      const state = stateOf(`lire ${written} donc${rest}`);
      const link = linkAtSelection(state);
      expect(link).toMatchObject({ address: '/a b', isNew: false });
      expect(state.update(writeLink({ ...link, text: 'x', address: '/b' })).state.doc.toString()).toBe(
        `lire [x](/b (t)) donc${rest}`,
      );
    }
    expect(linkAtSelection(stateOf('[no‹te]\n\n[autre]: /a'))).toMatchObject({ text: 'note', isNew: true });
    expect(linkAtSelection(stateOf('un[^1‹]\n\n[^1]: note'))).toMatchObject({ isNew: true });
  });

  it('takes an address that stands alone whole', () => {
    const edited = (written: string) => {
      const state = stateOf(written);
      const link = linkAtSelection(state);
      return [link.address, state.update(writeLink({ ...link, text: 'ici' })).state.doc.toString()];
    };
    const [whole, written] = ['https://exemple.fr/a', 'voir [ici](https://exemple.fr/a) donc'];
    expect(edited('voir https://exe‹mple.fr/a donc')).toEqual([whole, written]);
    expect(edited('voir <https://‹exemple›.fr/a> donc')).toEqual([whole, written]);
    expect(edited('www.exemple‹.fr')).toEqual(['https://www.exemple.fr', '[ici](https://www.exemple.fr)']);
    expect(edited('a@exemple‹.fr')).toEqual(['mailto:a@exemple.fr', '[ici](mailto:a@exemple.fr)']);
  });

  it('leads to another site or a mailbox where its address was typed without its beginning', () => {
    const written = (address: string, text = 'ici') =>
      after(stateOf('‹ici›'), writeLink({ ...linkAtSelection(stateOf('‹ici›')), text, address }));
    expect(written('www.impots.gouv.fr')).toBe('[ici](https://www.impots.gouv.fr)‹');
    expect(written('contact@exemple.fr', '')).toBe('[contact@exemple.fr](mailto:contact@exemple.fr)‹');
    expect(written('/blog/a@b')).toBe('[ici](/blog/a@b)‹');
  });

  it('starts a new one from the word at the cursor', () => {
    expect(linkAtSelection(stateOf('lire ce‹ci donc'))).toMatchObject({
      text: 'ceci',
      address: '',
      isNew: true,
    });
  });
});

describe('linkAfter', () => {
  it('is where the words went, and nowhere once they are others', () => {
    const state = stateOf('voir ‹ici› donc');
    const link = linkAtSelection(state);
    const moved = (from: number, to: number, insert: string) =>
      linkAfter(link, state.changes({ from, to, insert }));
    expect(moved(0, 0, 'Avant, ')).toEqual({ ...link, from: 12, to: 15 });
    expect(moved(10, 13, '')).toEqual(link);
    expect(moved(6, 7, '')).toBeNull();
    expect(moved(0, 13, 'court')).toBeNull();
  });
});

describe('imageBlock', () => {
  it('keeps any text and address in their place', () => {
    expect(imageBlock('/images/2026/a b(1).jpg', 'un [deux]\ntrois \\').text).toBe(
      '![un \\[deux\\] trois \\\\](</images/2026/a%20b(1).jpg>)',
    );
  });
});
