/** All addresses but those of the pages that run in the browser: readers get one document around whatever is there. */
export function route(): { readonly precedence: number } {
  return { precedence: -1 };
}
