/**
 * An address as it may be logged: what opens a preview, or takes an upload, for whoever has it is left out, under any name
 * (`%73ignature=`) and in any form (`HTTP://host/apercu/…`) that whoever mangled it may have given it.
 */
export function loggedUrl(url: string): string {
  return url
    .replace(/^((?:https?:\/\/[^/?#]*)?\/+apercu\/).+$/i, '$1…')
    .replace(/([?&]signature=)[^&]*/gi, '$1…')
    .replace(/([?&][^=&]*=)[\w-]{43}(?![\w-])/g, '$1…');
}
