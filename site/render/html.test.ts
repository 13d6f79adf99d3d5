import { describe, expect, it } from 'vitest';
import { escapeHtml, jsonForScript } from './html.ts';

describe('escapeHtml', () => {
  it('leaves nothing that could end a text or an attribute', () => {
    expect(escapeHtml(`<a href="x">l'été & co</a>`)).toBe(
      '&lt;a href=&quot;x&quot;&gt;l&#39;été &amp; co&lt;/a&gt;',
    );
  });
});

describe('jsonForScript', () => {
  it('cannot end the element it stands in, and reads back the same', () => {
    const value = { text: '</script><!-- \u2028' };
    const json = jsonForScript(value);
    expect([json.includes('<'), JSON.parse(json)]).toEqual([false, value]);
  });
});
