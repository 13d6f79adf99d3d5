/** When a kept page was read, beside its own headers. */
export const READ_AT = 'x-encrier-lu';

const moment = new Intl.DateTimeFormat('fr-FR', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Paris',
});
const MAIN = /<main[^>]*>/;

/** A page of ours as it is shown without network: it says so, and from when it is. */
export function offlinePage(html: string, readAt: number): string {
  // Intl does not know that the first day of a month is « 1er ».
  const said = `Hors ligne\u00A0: version lue le ${moment.format(readAt).replace(/^1 /, '1er ')}.`;
  return html.replace(MAIN, (main) => `${main}<p class="offline-note" role="status">${said}</p>`);
}

/** What is said where nothing was kept. */
export function nothingKept(): string {
  const text = 'Cette page n’a pas encore été lue sur cet appareil. Rechargez-la dès le retour du réseau.';
  const style =
    'body{margin:0;min-height:100vh;display:grid;place-items:center;background:#0b0f17;color:#d9d8d3;font:1.0625rem/1.65 system-ui,sans-serif}main{max-width:34rem;padding:2rem}h1{color:#f4efe4;font:400 2.5rem Georgia,serif}a{color:#efc47c}';
  return `<!doctype html><html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark"><title>Hors ligne</title><style>${style}</style></head><body><main><h1>Hors ligne</h1><p>${text}</p><p><a href="/blog">La liste des articles</a></p></main></body></html>`;
}
