import { Notification } from 'electron';
import type { Content } from './content.ts';

/** Says, in the system's own way, what was put right in the folder, or why nothing can be written there. */
export function tellRepairs({ repaired, readOnly }: Pick<Content, 'repaired' | 'readOnly'>): void {
  if (readOnly !== null) notify('Vos articles s’ouvrent en lecture seule', readOnly);
  else if (repaired.length > 0) notify('Vos articles ont été réparés', repaired.join(' '));
}

function notify(title: string, body: string): void {
  if (Notification.isSupported()) new Notification({ title, body }).show();
}
