/** An address as it may be logged: what opens a preview, or takes an upload, for whoever has it is left out. */
export function loggedUrl(url: string): string {
  return url.replace(/^(\/apercu\/).+$/, '$1…').replace(/([?&]signature=)[^&]*/g, '$1…');
}
