/** Half of a surrogate pair is no character, and encodeURI throws on it; NUL is none in HTML (CommonMark §2.3). */
export function wellFormed(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
}
