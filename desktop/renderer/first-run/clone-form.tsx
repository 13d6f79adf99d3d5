import { type ReactNode, useEffect, useState } from 'react';
import * as z from 'zod';
import { OperationError } from '#content/contract/client.ts';
import { sizeInWords } from '#content/contract/in-words.ts';
import { CLONE_FIELDS, type CloneSource, type CloneState } from '#desktop/host/clone-calls.ts';
import type { Author } from '#desktop/host/machine-calls.ts';
import type { ChosenFolder } from '#desktop/host/operations.ts';
import { Button } from '#site/admin/kit/button.tsx';
import { type NamedField, useTextForm } from '#site/admin/kit/form-texts.ts';
import { AuthorFields, authorTexts } from '../author-fields.tsx';
import { type HostClient, messageOf, useAttempt } from '../ipc-transport.ts';

interface CloneFormProps {
  readonly title: string;
  readonly host: Pick<CloneHost, 'chooseFolder'>;
  readonly clone: Clone;
  readonly known: Author | null;
  /** What is to be copied, of what the fields of this way hold. */
  readonly source: z.ZodType<CloneSource>;
  /** The fields of this way; `field` gives one its name and what is wrong with it. */
  readonly children: (field: NamedField) => ReactNode;
  readonly onBack: () => void;
}

/** What every copy asks, around the fields of one way; what was typed stays while the copy runs, and after it failed. */
export function CloneForm(props: CloneFormProps): ReactNode {
  const { title, host, clone, known, source, children, onBack } = props;
  const { state } = clone;
  const [folder, setFolder] = useState<ChosenFolder | null>(null);
  const { form, ...asked } = useTextForm({
    schema: wantedFrom(source),
    send: (wanted) => clone.start(wanted),
  });
  useEffect(() => {
    // The form was out of sight while the copy ran, and the focus went with it.
    if (state.kind !== 'failed' && state.kind !== 'cancelled') return;
    const wrong = form.ref.current?.querySelector<HTMLElement>('[aria-invalid]');
    (wrong ?? form.ref.current?.querySelector<HTMLElement>('[type=submit]'))?.focus();
  }, [form.ref, state]);
  const failed = state.kind === 'failed' ? state : null;
  const field = (name: string) => {
    const own = asked.field(name);
    return { name, error: own.error ?? (failed?.field === name ? failed.text : undefined) };
  };

  return (
    <>
      {state.kind === 'running' && <CloneProgress running={state} onCancel={clone.cancel} />}
      <form
        {...form}
        className="first-run-card"
        hidden={state.kind === 'running'}
        onSubmit={(event) => {
          clone.dismiss();
          form.onSubmit(event);
        }}
      >
        <h2>{title}</h2>
        {children(field)}
        <FolderChoice host={host} folder={folder} onChosen={setFolder} error={field('folder').error} />
        <AuthorFields known={known} field={field} />
        {failed !== null && failed.field === null && (
          <p className="first-run-fault" role="alert">
            {failed.text}
          </p>
        )}
        {state.kind === 'cancelled' && <p role="status">La copie a été arrêtée. Vous pouvez la reprendre.</p>}
        <div className="first-run-buttons">
          <Button onClick={onBack}>Revenir au choix</Button>
          <Button type="submit" variant="gold">
            {state.kind === 'cancelled' ? 'Reprendre la copie' : 'Copier les articles'}
          </Button>
        </div>
      </form>
    </>
  );
}

const folderText = z
  .object({ folder: z.uuid('Choisissez le dossier où vos articles seront copiés.') })
  .transform(({ folder }) => folder);

/** What the program is asked, of the texts of the whole form. */
function wantedFrom(source: z.ZodType<CloneSource>) {
  const parts = z.object({ source, folderId: folderText, author: authorTexts });
  return z.preprocess((texts) => ({ source: texts, folderId: texts, author: texts }), parts);
}

interface FolderChoiceProps {
  readonly host: Pick<CloneHost, 'chooseFolder'>;
  readonly folder: ChosenFolder | null;
  readonly onChosen: (folder: ChosenFolder) => void;
  readonly error: string | undefined;
}

/** The folder a copy goes into, chosen in the system's own dialog. */
function FolderChoice({ host, folder, onChosen, error }: FolderChoiceProps): ReactNode {
  const { fault, attempt } = useAttempt();
  const choose = () =>
    attempt(async () => {
      const chosen = await host.chooseFolder({});
      if (chosen !== null) onChosen(chosen);
    });
  const shown = error ?? fault;
  return (
    <div className="kit-field">
      <span className="kit-label">Dossier de cet ordinateur</span>
      {folder !== null && (
        <>
          <input type="hidden" name="folder" value={folder.id} />
          <p className="first-run-path">{folder.path}</p>
        </>
      )}
      <div>
        <Button onClick={() => void choose()}>
          {folder === null ? 'Choisir un dossier vide' : 'Choisir un autre dossier'}
        </Button>
      </div>
      {shown !== null && (
        <p className="kit-error" role="alert">
          {shown}
        </p>
      )}
    </div>
  );
}

type Running = Extract<CloneState, { kind: 'running' }>;

const STEPS: Readonly<Record<Running['step'], string>> = {
  connect: 'Connexion',
  receive: 'Réception des articles',
  check: 'Vérification de ce qui est arrivé',
  send: 'Envoi du nouveau site',
  write: 'Écriture des fichiers',
  open: 'Ouverture de vos articles',
};

interface CloneProgressProps {
  readonly running: Running;
  readonly onCancel: () => void;
}

/** How far the copy is, in words and as a bar, and a way out of it. */
export function CloneProgress({ running, onCancel }: CloneProgressProps): ReactNode {
  const { step, done, total } = running;
  const words = countsOf(running);
  return (
    <section className="first-run-card" aria-labelledby="clone_step">
      <h2 id="clone_step" role="status">
        {STEPS[step]}
      </h2>
      <progress
        className="kit-progress"
        aria-labelledby="clone_step"
        {...(total === null || total === 0 ? {} : { value: done, max: total })}
      />
      <p className="first-run-counts">{words}</p>
      <p>Vous pouvez arrêter&nbsp;: ce qui est arrivé entier servira la prochaine fois.</p>
      <div className="first-run-buttons">
        <Button onClick={onCancel}>Arrêter la copie</Button>
      </div>
    </section>
  );
}

/** « 45 % (4 500 fichiers sur 10 000) », or what came so far where nobody knows how much is to come. */
function countsOf({ step, done, total }: Running): string {
  if (step === 'connect' || step === 'open') return '';
  const isBytes = step === 'receive' || step === 'send';
  const count = (value: number) => (isBytes ? sizeInWords(value) : value.toLocaleString('fr-FR'));
  const what = isBytes ? '' : step === 'write' ? ' fichiers' : ' objets';
  if (total === null || total === 0) return `${count(done)}${what}`;
  return `${Math.floor((done / total) * 100)}\u00a0% (${count(done)}${what} sur ${count(total)})`;
}

export type CloneHost = Pick<
  HostClient,
  'startClone' | 'getClone' | 'cancelClone' | 'listRepositories' | 'chooseFolder'
>;
type Wanted = Parameters<CloneHost['startClone']>[0];

/** How often the program is asked how far the copy is, in milliseconds. */
const ASK_EVERY_MS = 250;

/** A copy that runs in the program behind the window: its state, which outlives a reload of the page. */
export function useClone(host: CloneHost, onDone: () => void) {
  const [state, setState] = useState<CloneState>({ kind: 'idle' });
  const isRunning = state.kind === 'running';

  useEffect(() => {
    let isGone = false;
    const ask = async () => {
      const next = await host.getClone({}).catch(failed);
      if (isGone) return;
      setState(next);
      if (next.kind === 'done') onDone();
    };
    if (!isRunning) {
      // Only a copy that runs already is of interest: how the last one ended was told.
      void host.getClone({}).then((now) => {
        if (!isGone && now.kind === 'running') setState(now);
      });
    }
    const timer = isRunning ? setInterval(() => void ask(), ASK_EVERY_MS) : undefined;
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [host, isRunning, onDone]);

  return {
    state,
    async start(wanted: Wanted): Promise<void> {
      try {
        await host.startClone(wanted);
        setState({ kind: 'running', step: 'connect', done: 0, total: null });
      } catch (error) {
        setState(failed(error));
      }
    },
    /** Says what is wrong before anything was asked. */
    refuse: (text: string, field: CloneFieldName) => setState({ kind: 'failed', text, field }),
    /** Whatever was told of an earlier try no longer holds. */
    dismiss: () => setState({ kind: 'idle' }),
    cancel: () => void host.cancelClone({}).catch((error: unknown) => setState(failed(error))),
  };
}

export type Clone = ReturnType<typeof useClone>;
type CloneFieldName = (typeof CLONE_FIELDS)[number];

function failed(error: unknown): CloneState {
  const named = error instanceof OperationError ? error.data['field'] : undefined;
  const field = CLONE_FIELDS.find((one) => one === named) ?? null;
  return { kind: 'failed', text: messageOf(error), field };
}
