import {
  type ImportPlan,
  type ImportState,
  type PlannedText,
  systemName,
} from '#content/contract/import-operations.ts';
import { countOf, sizeInWords } from '#content/contract/in-words.ts';

/** Of each list so many are printed; the admin shows all of them. */
const MOST = 10;

const BECOMES: Readonly<Record<ImportPlan['categories'][number]['becomes'], string>> = {
  category: '',
  tag: ', devient un mot-clé',
  given: ', donnée à ceux qui n’en ont pas',
};

/** What an operator reads before anything is written, in French; `noted` are the texts of which something is said, the first of them. */
export function planLines(
  plan: ImportPlan,
  noted: { readonly total: number; readonly texts: readonly PlannedText[] },
): readonly string[] {
  return [
    `Export\u00a0: ${systemName(plan.system)}${plan.siteTitle === null ? '' : `, «\u00a0${plan.siteTitle}\u00a0»`}`,
    ...countLines(plan),
    ...listed(
      'Catégories',
      plan.categories.map(
        ({ name, articles, becomes }) => `${name} (${countOf(articles, 'article')})${BECOMES[becomes]}`,
      ),
    ),
    ...listed(
      'Auteurs',
      plan.authors.map(({ name, articles }) => `${name} (${countOf(articles, 'texte')})`),
    ),
    `Anciennes adresses qui mèneront ici\u00a0: ${plan.addresses.count}`,
    ...plan.addresses.examples.slice(0, MOST).map(({ from, to }) => `  ${from} → ${to}`),
    ...listed(
      'Codes courts',
      plan.shortcodes.map(({ name, count, titles }) => `[${name}] × ${count}${inText(titles)}`),
    ),
    ...listed(
      'Lecteurs intégrés, qui deviennent des liens',
      plan.players.map(({ name, count, titles }) => `${name} × ${count}${inText(titles)}`),
    ),
    ...listed('Fichiers laissés où ils sont', plan.otherFiles),
    ...listed(
      'Liens vers ce que l’export n’a pas',
      plan.deadLinks.map(({ address, titles }) => address + inText(titles)),
    ),
    ...listed('Non repris', leftOutOf(plan)),
    ...listed(
      'Textes avec une remarque',
      noted.texts.map(
        ({ title, notes }) =>
          `«\u00a0${title}\u00a0»\u00a0: ${notes.map(({ sentence }) => sentence).join(' ')}`,
      ),
      noted.total,
    ),
  ];
}

function countLines({ pictures, ...plan }: ImportPlan): readonly string[] {
  const before = plan.there + plan.changed + plan.edited;
  const states = [
    plan.drafts > 0 ? countOf(plan.drafts, 'brouillon') : '',
    plan.scheduled > 0 ? countOf(plan.scheduled, 'programmé') : '',
    plan.privates > 0 ? countOf(plan.privates, 'privé') : '',
  ].filter(Boolean);
  return [
    `Articles\u00a0: ${plan.articles}\u00a0; pages\u00a0: ${plan.pages}${states.length === 0 ? '' : ` (dont ${states.join(', ')})`}`,
    ...(before === 0
      ? []
      : [
          `Importés auparavant\u00a0: ${before} (dont ${plan.changed} à reprendre si vous le demandez, ${plan.edited} modifiés ici, qui restent)`,
        ]),
    `Images\u00a0: ${pictures.inside} dans l’export (${sizeInWords(pictures.bytes)}), ${pictures.outside} seulement sur l’ancien site ou ailleurs`,
    ...(pictures.homeless === 0
      ? []
      : [
          `  l’export ne dit pas où était l’ancien site\u00a0: sans --site=ADRESSE, ${countOf(pictures.homeless, 'image manquera', 'images manqueront')}`,
        ]),
    `Mots-clés\u00a0: ${plan.tags}`,
  ];
}

function leftOutOf({ leftOut, comments }: ImportPlan): readonly string[] {
  const counts = leftOut.map(({ what, count }) => `${what}\u00a0: ${count}`);
  const isSaid = leftOut.some(({ what }) => what.startsWith('commentaire'));
  return comments === 0 || isSaid ? counts : [`commentaires\u00a0: ${comments}`, ...counts];
}

/** How an import ended, in French. */
export function reportLines({ state, report, reason }: ImportState): readonly string[] {
  if (report === null) return reason === null ? [] : [reason];
  const { written, updated, kept, pictures, published, failedPictures, refused } = report;
  return [
    `Écrits\u00a0: ${written}\u00a0; mis à jour\u00a0: ${updated}\u00a0; laissés comme ils étaient\u00a0: ${kept}\u00a0; images\u00a0: ${pictures}`,
    ...listed(
      'Images qui manquent',
      failedPictures.map(
        ({ address, reason, texts }) =>
          `${address}\u00a0: ${reason}${inText(texts.map(({ title }) => title))}`,
      ),
    ),
    ...listed(
      'Textes qui n’ont pas pu être importés',
      refused.map(({ title, reason }) => `${title}\u00a0: ${reason}`),
    ),
    ...(published === 0 ? [] : [`Publiés\u00a0: ${published}`]),
    ...(reason === null ? [] : [reason]),
    ...(state === 'done'
      ? [
          'Rien n’est encore en ligne\u00a0: les articles attendent, et se publient dans «\u00a0Réglages → Importer\u00a0».',
        ]
      : []),
  ];
}

/** Where something is: the first of the texts, and how many others. */
function inText([first = '', ...others]: readonly string[]): string {
  const more = others.length === 0 ? '' : ` et ${countOf(others.length, 'autre')}`;
  return ` (dans «\u00a0${first}\u00a0»${more})`;
}

function listed(title: string, items: readonly string[], total = items.length): readonly string[] {
  if (items.length === 0) return [];
  const more = total - MOST;
  return [
    `${title}\u00a0:`,
    ...items.slice(0, MOST).map((item) => `  ${item}`),
    ...(more > 0 ? [`  … et ${more} de plus`] : []),
  ];
}
