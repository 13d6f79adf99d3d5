import { withoutFencedCode } from './fenced-code.ts';

/** docs/design.md, The content repository: how fast a reader reads. */
const WORDS_PER_MINUTE = 230;

/**
 * Words of a Markdown text, as a reader counts them: fenced code, HTML tags and the addresses of links left out.
 * Letters and digits joined by one apostrophe, hyphen, point or comma are one word: « l’article », « peut-être », « 1,5 ».
 * Linear in the length of the text, whatever it is.
 */
export function countWords(markdown: string): number {
  const prose = withoutAddresses(withoutTags(withoutFencedCode(markdown)));
  let words = 0;
  let state: 'between' | 'word' | 'joint' = 'between';
  for (let at = 0; at < prose.length; at += 1) {
    if (isWordPart(prose, at)) {
      if (state === 'between') words += 1;
      state = 'word';
    } else {
      state = state === 'word' && isJoint(prose.charCodeAt(at)) ? 'joint' : 'between';
    }
  }
  return words;
}

/** The read time shown to readers, for example « 5 min »; at least « 1 min ». */
export function readTime(markdown: string): string {
  return timeOfWords(countWords(markdown));
}

/** The read time of so many words. */
export function timeOfWords(words: number): string {
  return `${Math.max(1, Math.round(words / WORDS_PER_MINUTE))} min`;
}

function withoutTags(text: string): string {
  return text.includes('<') ? text.replace(/<[^<>\n]{1,1000}>/g, ' ') : text;
}

function withoutAddresses(text: string): string {
  return text.includes('](')
    ? text.replace(/\]\([^()\n]{0,2000}(?:\([^()\n]{0,200}\)[^()\n]{0,200})?\)/g, '] ')
    : text;
}

const OTHER_LETTER = /[\p{L}\p{M}\p{N}]/u;

function isWordPart(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80)
    return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
  if (code >= 0xc0 && code <= 0x24f) return code !== 0xd7 && code !== 0xf7;
  const start = code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
  return code >= 0x80 && OTHER_LETTER.test(String.fromCodePoint(text.codePointAt(start) ?? code));
}

/** ' ’ . , - between two letters or digits do not end a word. */
function isJoint(code: number): boolean {
  return code === 0x27 || code === 0x2019 || code === 0x2e || code === 0x2c || code === 0x2d;
}
