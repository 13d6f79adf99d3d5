import { describe, expect, it } from 'vitest';
import { agentInWords } from './in-words.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('agentInWords', () => {
  it('names the browser and the system', () => {
    const agents = [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/142.0 Safari/537.36 Edg/142.0`,
      `Mozilla/5.0 (Linux; Android 16) ${WEBKIT} Chrome/142.0 Mobile Safari/537.36`,
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) ${WEBKIT} Version/26.0 Safari/605.1.15`,
      `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${WEBKIT} Version/26.0 Mobile Safari/604.1`,
    ];
    expect(agents.map(agentInWords)).toEqual([
      'Firefox, Windows',
      'Edge, Windows',
      'Chrome, Android',
      'Safari, macOS',
      'Safari, iPhone',
    ]);
  });

  it('names programs, and says so when it knows no more', () => {
    expect(['git/2.39.5', 'node', ''].map(agentInWords)).toEqual(['git', 'Programme', 'Programme']);
  });
});
