/** Names that Windows gives to devices, whatever their ending; `aux champs.jpg` is none of them. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:$|[.:])/i;

/** Whether Windows takes the name of a file or folder for a device. */
export function isWindowsDevice(name: string): boolean {
  return DEVICE.test(name);
}

/** Why Windows cannot have a file or folder of this name, in French, without a capital or a full stop; null when it can. */
export function windowsFault(name: string): string | null {
  if (isWindowsDevice(name)) return 'nom que Windows réserve à un appareil';
  if (/[<>:"|?*\\\p{Cc}]/u.test(name)) return 'nom avec un caractère que Windows refuse';
  return /[. ]$/.test(name) ? 'nom que Windows refuse : un point ou une espace le termine' : null;
}
