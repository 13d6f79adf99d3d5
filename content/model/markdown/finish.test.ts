import { describe, expect, it } from 'vitest';
import { finish } from './finish.ts';

const frenchTypography = (html: string): string =>
  finish(html, { images: new Map(), origin: undefined }).html;

describe('finish, of the spaces between words', () => {
  it.each([
    ['<p>Vrai ? Oui ! Donc ; fin</p>', '<p>Vrai\u202F? Oui\u202F! Donc\u202F; fin</p>'],
    ['<p>Ici : « là »</p>', '<p>Ici\u00A0: «\u00A0là\u00A0»</p>'],
    ['<p><em>Vrai</em> ! « <b>a</b> »</p>', '<p><em>Vrai</em>\u202F! «\u00A0<b>a</b>\u00A0»</p>'],
    ['<p>a\u00A0! b   : c\n?</p>', '<p>a\u202F! b\u00A0: c\u202F?</p>'],
  ])('replaces the spaces of %j', (html, expected) => {
    expect(frenchTypography(html)).toBe(expected);
  });

  it.each([
    "<p>Vrai? Oui! Donc; fin: «là» l'art &amp; la manière</p>",
    '<p title="a : b ?">x</p><a href="/a : b">y</a>',
    '<pre tabindex="0"><code>a ? b : c</code> ; d</pre><code>x !</code><kbd>a ;</kbd><samp>b :</samp>',
    '',
    ' ',
  ])('leaves %j as it is', (html) => {
    expect(frenchTypography(html)).toBe(html);
  });

  it('goes on after code', () => {
    expect(frenchTypography('<code>a ?</code> ! b')).toBe('<code>a ?</code>\u202F! b');
  });

  it('changes nothing more the second time', () => {
    const html = '<p>« a » ; b : c ! <em>d ?</em>  «  e\n» \u202F! \u00A0: :: !!</p>';
    const once = frenchTypography(html);
    expect(once).not.toBe(html);
    expect(frenchTypography(once)).toBe(once);
  });

  it('reads a very long run of spaces once', () => {
    const spaces = ' '.repeat(2_000_000);
    expect(frenchTypography(`<p>${spaces}x</p>`)).toBe(`<p>${spaces}x</p>`);
    expect(frenchTypography(`<p>«${spaces}x${spaces}!</p>`)).toBe('<p>«\u00A0x\u202F!</p>');
  });
});
