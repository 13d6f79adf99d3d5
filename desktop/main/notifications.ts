import { Notification } from 'electron';
import { countedPosts, countKinds, postWords } from '#content/model/post-words.ts';
import type { Content, Notifications } from './content.ts';

type Opened = Pick<Content, 'repaired' | 'readOnly' | 'troubles'>;

/** Says, in the system's own way, what was put right in the folder, or why nothing can be written there. */
export function tellRepairs({ repaired, readOnly, troubles }: Opened): void {
  const [trouble] = troubles;
  if (readOnly !== null) notify('Vos articles s’ouvrent en lecture seule', readOnly);
  else if (trouble !== undefined)
    notify('Vos articles ne pourront pas être enregistrés', `${trouble.reason} ${trouble.remedy}`);
  else if (repaired.length > 0) notify('Vos articles ont été réparés', repaired.join(' '));
}

/** Says what became of what was published, and what only the author can do about it. */
export const notifications: Notifications = {
  onLive(posts) {
    const titles = posts.map(({ title }) => title).join(', ');
    const [first] = posts;
    if (first === undefined) return;
    if (posts.length === 1) notify(`Votre ${postWords(first).one} est en ligne`, titles);
    else notify(`${countedPosts(countKinds(posts))} sont en ligne`, titles);
  },
  onQuestions(count) {
    const what = count === 1 ? 'Un texte' : `${count} textes`;
    notify('Encrier a une question', `${what} à revoir\u00a0: modifié ici et ailleurs.`);
  },
  onFault(sentence) {
    notify('Vos articles ne partent pas', sentence);
  },
};

/** Says what of Encrier's own was damaged, and is kept aside. */
export function tellSetAside(sentence: string): void {
  notify('Un fichier d’Encrier était abîmé', sentence);
}

function notify(title: string, body: string): void {
  if (Notification.isSupported()) new Notification({ title, body }).show();
}
