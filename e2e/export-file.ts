import { type WxrPost, wxr } from '#content/testing/wxr.ts';

/** What somebody brings who had a blog on WordPress: articles, a draft, a page, a dead link, a code that nobody knows. */
const TEXTS: readonly WxrPost[] = [
  {
    id: 101,
    title: 'Trois semaines sans réunion',
    slug: 'trois-semaines-sans-reunion',
    content:
      '<p>Nous avons retiré toutes les réunions de l’agenda. La suite est <a href="https://ancien.example.org/2019/05/ce-que-le-silence-change/">racontée ici</a>.</p><blockquote><p>Le plus dur fut de ne pas en remettre.</p></blockquote>',
    categories: ['Organisation', 'Équipe'],
    tags: ['réunions', 'temps'],
  },
  {
    id: 102,
    title: 'Ce que le silence change',
    slug: 'ce-que-le-silence-change',
    date: '2019-05-20 08:00:00',
    content:
      '<p>Le carnet d’alors est <a href="https://ancien.example.org/carnet/">encore en ligne</a>, dit-on.</p>[minuteur duree="25"]Une séance[/minuteur]<ul><li>Le matin, on écrit.</li><li>L’après-midi, on répond.</li></ul>',
    categories: ['Organisation'],
    tags: ['temps'],
  },
  {
    id: 103,
    title: 'Vendre moins, mieux',
    slug: 'vendre-moins-mieux',
    date: '2020-02-03 09:30:00',
    content: '<p>Quatre clients de moins, et l’année fut meilleure.</p>',
    categories: ['Métier'],
  },
  {
    id: 104,
    title: 'Notes pour un livre',
    slug: 'notes-pour-un-livre',
    content: '<p>À reprendre.</p>',
    status: 'draft',
  },
  {
    id: 105,
    title: 'À propos de moi',
    slug: 'a-propos-de-moi',
    type: 'page',
    content: '<p>Je suis consultant, et je cours.</p>',
  },
];

export const EXPORT_NAME = 'ancien-blog.xml';

/** A WordPress export of that blog. */
export function exportFile(): { readonly name: string; readonly mimeType: string; readonly buffer: Buffer } {
  return { name: EXPORT_NAME, mimeType: 'text/xml', buffer: Buffer.from(wxr(TEXTS)) };
}
