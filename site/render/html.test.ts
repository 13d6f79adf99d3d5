import { describe, expect, it } from 'vitest';
import { jsonForScript } from './html.ts';

describe('jsonForScript', () => {
  it('cannot end the element it stands in, and reads back the same', () => {
    const value = { text: '</script><!-- \u2028' };
    const json = jsonForScript(value);
    expect([json.includes('<'), JSON.parse(json)]).toEqual([false, value]);
  });
});
