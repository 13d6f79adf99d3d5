import { sentenceOf } from '#content/contract/french.ts';
import { parisMoment } from '#content/model/paris-time.ts';
import type { LostObject, Trouble } from '#content/model/trouble.ts';
import type { Following } from '#content/service/syncing/follow-remote.ts';
import { type DiskSpace, isNearlyFull } from './housekeeping/disk-space.ts';

/** Objects named in one sentence; /healthz lists them all. */
const NAMED = 5;

/** What is to be said of objects that the repository lost, and of a clone or a backup that would stop at them. */
export function lossTroubles(lost: readonly LostObject[]): readonly Trouble[] {
  if (lost.length === 0) return [];
  const missing: Trouble = {
    code: 'missing-objects',
    reason: `Le dépôt git a perdu ${count(lost.length)}\u00a0: ${named(lost)}. Ce qui en dépend est servi dans sa dernière version lisible, ou ne l’est pas.`,
    remedy:
      'Si vous avez un clone ou une sauvegarde, rendez chaque objet au dépôt par «\u00a0git hash-object -w\u00a0» (docs/operations.md dit comment)\u00a0; sinon, écrivez de nouveau l’article, l’image ou le réglage et enregistrez. Vérifiez le disque.',
  };
  if (!lost.some(({ isNeeded }) => isNeeded)) return [missing];
  const backup: Trouble = {
    code: 'backup-would-fail',
    reason:
      'Une sauvegarde ou un clone complet échouerait aujourd’hui\u00a0: git s’arrête au premier objet perdu dont l’historique a besoin.',
    remedy:
      'Gardez les sauvegardes que vous avez, et rendez au dépôt les objets perdus. «\u00a0Tout exporter\u00a0» donne en attendant tout ce qui se lit encore.',
  };
  return [missing, backup];
}

function count(lost: number): string {
  return lost === 1 ? 'un objet' : `${lost} objets`;
}

function named(lost: readonly LostObject[]): string {
  const names = lost.slice(0, NAMED).map(({ id, path }) => (path === null ? id : `${path} (${id})`));
  const others = lost.length - names.length;
  return `${names.join(', ')}${others > 0 ? `, et ${others} autre${others > 1 ? 's' : ''}` : ''}`;
}

/** What is to be said of a repository that is followed and was not heard of for long. */
export function upstreamTroubles(silence: Silence | null): readonly Trouble[] {
  if (silence === null) return [];
  const why = silence.fault === null ? '' : ` ${sentenceOf(silence.fault.code, silence.fault.data)}`;
  return [
    {
      code: 'upstream-silent',
      reason: `Le dépôt suivi (CONTENT_REMOTE_URL) n’a pas répondu depuis le ${parisMoment(silence.since)}.${why} Ce qui est écrit ici n’y est pas envoyé, ce qui y est écrit n’est pas en ligne.`,
      remedy:
        'Vérifiez que ce dépôt répond, que son adresse et son jeton d’accès (CONTENT_REMOTE_TOKEN) sont encore bons ; puis « Synchroniser maintenant ».',
    },
  ];
}

type Silence = NonNullable<ReturnType<Following['silence']>>;

/** What is to be said where readers get pages and nothing can be saved; the reason is a French sentence, null where there is none. */
export function readOnlyTroubles(reason: string | null): readonly Trouble[] {
  if (reason === null) return [];
  return [
    {
      code: 'read-only',
      reason,
      remedy:
        'Les lecteurs ont le site, mais rien ne peut être enregistré : corrigez ce qui est dit là ; si les enregistrements ne reprennent pas d’eux-mêmes, relancez le serveur.',
    },
  ];
}

/** What is to be said of the disk; nothing as long as there is room. */
export function diskTroubles(space: DiskSpace | null): readonly Trouble[] {
  if (space === null || !isNearlyFull(space)) return [];
  const files = space.files === null ? '' : ` et ${space.files}\u00a0fichiers`;
  return [
    {
      code: 'disk-nearly-full',
      reason: `Le disque des articles est presque plein\u00a0: il y reste ${Math.floor(space.bytes / 1024 ** 2)}\u00a0Mo${files}. Bientôt, rien ne pourra plus être enregistré.`,
      remedy:
        'Faites de la place\u00a0: les dossiers cache/variants et cache/cards de DATA_DIR peuvent être supprimés, ils seront refaits\u00a0; ou agrandissez le disque.',
    },
  ];
}
