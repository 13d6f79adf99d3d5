import './first-run.css';
import { type ReactNode, useState } from 'react';
import * as z from 'zod';
import type { Author } from '#desktop/host/machine-calls.ts';
import type { ChosenFolder } from '#desktop/host/operations.ts';
import { Button } from '#site/admin/kit/button.tsx';
import { Checkbox, TextField } from '#site/admin/kit/fields.tsx';
import { needed, useTextForm } from '#site/admin/kit/form-texts.ts';
import { AuthorFields, authorTexts } from '../author-fields.tsx';
import { type HostClient, messageOf } from '../ipc-transport.ts';
import { type Clone, CloneForm, type CloneHost, CloneProgress, useClone } from './clone-form.tsx';
import { GitHubForm } from './github-form.tsx';

interface FirstRunProps {
  readonly host: Pick<HostClient, 'openFolder'> & CloneHost;
  readonly known: Author | null;
  /** Why the folder of the last time could not be opened. */
  readonly reason: string | null;
  readonly onOpened: () => void;
}

type Step =
  | { readonly kind: 'start'; readonly fault: string | null }
  | { readonly kind: 'asking' }
  | { readonly kind: 'site' | 'github' }
  | { readonly kind: 'chosen'; readonly folder: ChosenFolder };

/** What is seen while no folder is open: where the articles are, or will be. */
export function FirstRun({ host, known, reason, onOpened }: FirstRunProps): ReactNode {
  const [step, setStep] = useState<Step>({ kind: 'start', fault: reason });
  const clone = useClone(host, onOpened);

  async function choose(): Promise<void> {
    const before = step;
    setStep({ kind: 'asking' });
    try {
      const folder = await host.chooseFolder({});
      setStep(folder === null ? before : { kind: 'chosen', folder });
    } catch (error) {
      setStep({ kind: 'start', fault: messageOf(error) });
    }
  }

  function inside(): ReactNode {
    const onBack = () => setStep({ kind: 'start', fault: null });
    const form = { host, clone, known, onBack };
    switch (step.kind) {
      case 'chosen':
        return (
          <Chosen
            host={host}
            known={known}
            onOpened={onOpened}
            onBack={onBack}
            folder={step.folder}
            onChooseAgain={() => void choose()}
          />
        );
      case 'site':
        return <SiteForm {...form} />;
      case 'github':
        return <GitHubForm {...form} />;
      case 'start':
      case 'asking':
        // The page was loaded again while a copy ran.
        if (clone.state.kind === 'running')
          return <CloneProgress running={clone.state} onCancel={clone.cancel} />;
        return (
          <Ways
            fault={step.kind === 'start' ? step.fault : null}
            isBusy={step.kind === 'asking'}
            onChoose={() => void choose()}
            onCopy={(kind) => {
              clone.dismiss();
              setStep({ kind });
            }}
          />
        );
    }
  }

  return (
    <main className="first-run">
      <h1>Où sont vos articles&nbsp;?</h1>
      <p className="first-run-lead">
        Encrier garde vos articles dans un dossier de cet ordinateur&nbsp;: des fichiers Markdown et leurs
        images, avec toute leur histoire. Aucun réseau n’est nécessaire pour écrire.
      </p>
      {inside()}
    </main>
  );
}

interface WaysProps {
  readonly fault: string | null;
  readonly isBusy: boolean;
  readonly onChoose: () => void;
  readonly onCopy: (from: 'site' | 'github') => void;
}

function Ways({ fault, isBusy, onChoose, onCopy }: WaysProps): ReactNode {
  return (
    <div className="first-run-ways">
      {fault !== null && (
        <p className="first-run-fault" role="alert">
          {fault}
        </p>
      )}
      <section className="first-run-card" aria-labelledby="first_run_folder">
        <h2 id="first_run_folder">Sur cet ordinateur</h2>
        <p>
          Un dossier vide devient votre site. Un dossier qui contient déjà vos articles s’ouvre tel qu’il est.
        </p>
        <Button variant="gold" isBusy={isBusy} onClick={onChoose}>
          Ouvrir ou créer un dossier sur cet ordinateur
        </Button>
      </section>
      <section className="first-run-card" aria-labelledby="first_run_copy">
        <h2 id="first_run_copy">Ailleurs</h2>
        <p>Une copie complète vient sur cet ordinateur&nbsp;; ce que vous publiez y retourne.</p>
        <Button onClick={() => onCopy('site')}>Copier depuis mon site Encrier</Button>
        <Button onClick={() => onCopy('github')}>Copier depuis GitHub</Button>
      </section>
    </div>
  );
}

/** The ways on from a folder that was chosen, but for what is done with it. */
interface OtherWays {
  readonly onBack: () => void;
  readonly onChooseAgain: () => void;
}

interface ChosenProps extends Omit<FirstRunProps, 'reason'>, OtherWays {
  readonly folder: ChosenFolder;
}

function Chosen({ host, known, folder, onOpened, ...ways }: ChosenProps): ReactNode {
  switch (folder.kind) {
    case 'empty':
    case 'content':
      return (
        <FolderForm
          key={folder.id}
          {...ways}
          known={known}
          folder={{ path: folder.path, kind: folder.kind }}
          onOpen={async (wanted) => {
            await host.openFolder({ id: folder.id, ...wanted });
            onOpened();
          }}
        />
      );
    default:
      return <Refusal path={folder.path} kind={folder.kind} {...ways} />;
  }
}

type RefusedKind = Exclude<ChosenFolder['kind'], 'empty' | 'content'>;

const SENTENCES: Readonly<Record<RefusedKind, { readonly title: string; readonly text: string }>> = {
  'not-empty': {
    title: 'Ce dossier contient déjà autre chose',
    text: 'Rien n’y a été touché. Choisissez un dossier vide, ou créez-en un dans celui-ci.',
  },
  'other-repository': {
    title: 'Ce dossier est un dépôt git, mais pas de votre site',
    text: 'Il ne contient pas de fichier site.yml dans sa version enregistrée, ou n’est pas un clone ordinaire (un dépôt nu, un «\u00a0git worktree\u00a0»). Rien n’y a été touché\u00a0: choisissez le dossier de vos articles, ou un dossier vide.',
  },
  unusable: {
    title: 'Encrier ne peut pas écrire dans ce dossier',
    text: 'Il n’existe plus, ou votre compte n’y a pas les droits. Choisissez un dossier qui est à vous, par exemple dans «\u00a0Documents\u00a0».',
  },
};

interface RefusalProps extends OtherWays {
  readonly path: string;
  readonly kind: RefusedKind;
}

/** Why a folder cannot be used, and the way on. */
function Refusal({ path, kind, onBack, onChooseAgain }: RefusalProps): ReactNode {
  const { title, text } = SENTENCES[kind];
  return (
    <section className="first-run-card" role="alert">
      <h2>{title}</h2>
      <p className="first-run-path">{path}</p>
      <p>{text}</p>
      <div className="first-run-buttons">
        <Button onClick={onBack}>Revenir au choix</Button>
        <Button variant="gold" onClick={onChooseAgain}>
          Choisir un autre dossier
        </Button>
      </div>
    </section>
  );
}

interface SiteFormProps {
  readonly host: CloneHost;
  readonly clone: Clone;
  readonly known: Author | null;
  readonly onBack: () => void;
}

const siteTexts = z
  .object({
    address: needed('Il manque l’adresse de votre site.'),
    username: needed('Il manque votre nom d’utilisateur.'),
    password: needed('Il manque le mot de passe d’application.'),
  })
  .transform((texts) => ({ kind: 'site' as const, ...texts }));

/** A copy from a site that runs Encrier: its address, a name, an application password. */
function SiteForm(props: SiteFormProps): ReactNode {
  return (
    <CloneForm {...props} title="Copier depuis mon site Encrier" source={siteTexts}>
      {(field) => (
        <>
          <TextField
            {...field('address')}
            label="Adresse de votre site"
            placeholder="monsite.fr"
            autoComplete="url"
            spellCheck={false}
          />
          <TextField
            {...field('username')}
            label="Nom d’utilisateur"
            autoComplete="username"
            spellCheck={false}
          />
          <TextField
            {...field('password')}
            label="Mot de passe d’application"
            hint="Il se crée sur votre site, sous «&nbsp;Réglages&nbsp;», «&nbsp;Mots de passe d’application&nbsp;»."
            type="password"
            autoComplete="off"
          />
        </>
      )}
    </CloneForm>
  );
}

interface Wanted {
  readonly starter: 'full' | 'empty';
  readonly author: Author;
}

interface FolderFormProps extends OtherWays {
  readonly folder: { readonly path: string; readonly kind: 'empty' | 'content' };
  readonly known: Author | null;
  /** Rejects with what the author is told. */
  readonly onOpen: (wanted: Wanted) => Promise<void>;
}

/** Whose name the versions carry and, for an empty folder, what it begins with. */
function FolderForm({ folder, known, onOpen, onBack, onChooseAgain }: FolderFormProps): ReactNode {
  const { form, field, fault, isBusy, isSent } = useTextForm({
    schema: authorTexts.extend({ examples: z.string().optional() }),
    send: ({ examples, ...author }) => onOpen({ starter: examples === undefined ? 'empty' : 'full', author }),
  });
  const isNew = folder.kind === 'empty';
  return (
    <form className="first-run-card" {...form}>
      <h2>{isNew ? 'Un nouveau site dans ce dossier' : 'Vos articles sont dans ce dossier'}</h2>
      <p className="first-run-path">{folder.path}</p>
      <AuthorFields known={known} field={field} />
      {isNew && <Checkbox label="Commencer avec quatre articles d’exemple" name="examples" />}
      {fault !== null && (
        <p className="first-run-fault" role="alert">
          {fault}
        </p>
      )}
      <div className="first-run-buttons">
        <Button onClick={onBack}>Revenir au choix</Button>
        <Button onClick={onChooseAgain}>Choisir un autre dossier</Button>
        <Button type="submit" variant="gold" isBusy={isBusy || isSent}>
          {isNew ? 'Créer le site' : 'Ouvrir ce dossier'}
        </Button>
      </div>
    </form>
  );
}
