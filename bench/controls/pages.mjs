import { readFileSync } from 'node:fs';

/**
 * The pages a bench run collected from the product: one file with an index of [address, length] before the bytes. Each page is
 * a buffer of its own, as the product's are: answers from one buffer stay in the processor's cache, and cost less than any can.
 */
export function loadPages(file) {
  const bytes = readFileSync(file);
  const headEnd = bytes.indexOf(10);
  let at = headEnd + 1;
  const pages = new Map();
  for (const [address, length] of JSON.parse(bytes.toString('utf8', 0, headEnd))) {
    const page = Buffer.alloc(length);
    bytes.copy(page, 0, at, at + length);
    pages.set(address, page);
    at += length;
  }
  return pages;
}
