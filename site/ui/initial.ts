/** The first character of a name, shown where there is no picture. */
export function initial(text: string): string {
  return /^\P{M}\p{M}*/u.exec(text)?.[0] ?? '';
}
