/**
 * The same HTML where an element of `names` that nothing closes is text: a `<title>` or `<svg>` written about in
 * prose would otherwise take all that follows with it. One that is closed somewhere after it is left as it is.
 */
export function showUnclosed(html: string, names: readonly string[]): string {
  const lower = html.toLowerCase();
  const lastClosing = new Map(names.map((name) => [name, lower.lastIndexOf(`</${name}`)]));
  const opening = new RegExp(`<(?=(${names.join('|')})[\\s/>])`, 'gi');
  return html.replace(opening, (bracket, name: string, at: number) =>
    (lastClosing.get(name.toLowerCase()) ?? -1) > at ? bracket : '&lt;',
  );
}
