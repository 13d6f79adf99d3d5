import { readFileSync } from 'node:fs';

/** The pages a bench run collected from the product: one file with an index of [address, length] before the bytes. */
export function loadPages(file) {
  const bytes = readFileSync(file);
  const headEnd = bytes.indexOf(10);
  let at = headEnd + 1;
  const pages = new Map();
  for (const [address, length] of JSON.parse(bytes.toString('utf8', 0, headEnd))) {
    pages.set(address, bytes.subarray(at, at + length));
    at += length;
  }
  return pages;
}
