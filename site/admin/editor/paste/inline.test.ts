// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { copiedStyle, setStylesAside } from './inline.ts';

function parse(html: string): Element | null {
  return new DOMParser().parseFromString(setStylesAside(html), 'text/html').body.firstElementChild;
}

describe('setStylesAside', () => {
  it('leaves no style that a security policy would refuse, and what was written', () => {
    const element = parse('<style>p { color: red }</style><p class=a STYLE = "Font-Weight: 700; x">Mot</p>');
    expect(element?.hasAttribute('style')).toBe(false);
    expect(element === null ? null : [...copiedStyle(element)]).toEqual([['font-weight', '700']]);
  });

  it('leaves text and addresses as they are', () => {
    const html = '<a href="/?style=1">un style = "a" &lt;b style="c"></a>';
    expect(setStylesAside(html)).toBe(html);
  });
});
