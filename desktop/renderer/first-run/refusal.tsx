import type { ReactNode } from 'react';
import type { ChosenFolder } from '#desktop/host/operations.ts';
import { Button } from '#site/admin/kit/button.tsx';

type RefusedKind = Exclude<ChosenFolder['kind'], 'empty' | 'content'>;

const SENTENCES: Readonly<Record<RefusedKind, { readonly title: string; readonly text: string }>> = {
  'not-empty': {
    title: 'Ce dossier contient déjà autre chose',
    text: 'Rien n’y a été touché. Choisissez un dossier vide, ou créez-en un dans celui-ci.',
  },
  'other-repository': {
    title: 'Ce dossier est un dépôt git, mais pas de votre site',
    text: 'Il ne contient pas de fichier site.yml dans sa version enregistrée. Rien n’y a été touché : choisissez le dossier de vos articles, ou un dossier vide.',
  },
  unusable: {
    title: 'Encrier ne peut pas écrire dans ce dossier',
    text: 'Il n’existe plus, ou votre compte n’y a pas les droits. Choisissez un dossier qui est à vous, par exemple dans « Documents ».',
  },
};

interface RefusalProps {
  readonly path: string;
  readonly kind: RefusedKind;
  readonly onChooseAgain: () => void;
}

/** Why a folder cannot be used, and the way on. */
export function Refusal({ path, kind, onChooseAgain }: RefusalProps): ReactNode {
  const { title, text } = SENTENCES[kind];
  return (
    <section className="first-run-card" role="alert">
      <h2>{title}</h2>
      <p className="first-run-path">{path}</p>
      <p>{text}</p>
      <Button variant="gold" onClick={onChooseAgain}>
        Choisir un autre dossier
      </Button>
    </section>
  );
}
