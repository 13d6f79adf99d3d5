import { type ReactNode, useEffect, useState } from 'react';
import * as z from 'zod';
import type { Author, Machine, Spelling } from '#desktop/host/machine-calls.ts';
import { Button } from '#site/admin/kit/button.tsx';
import { Checkbox, TextField } from '#site/admin/kit/fields.tsx';
import { needed } from '#site/admin/kit/form-texts.ts';
import { useGuardedForm } from '#site/admin/kit/guarded-form.ts';
import { Loading } from '#site/admin/kit/loading.tsx';
import { AuthorFields, authorTexts } from './author-fields.tsx';
import { type HostClient, messageOf, useAttempt } from './ipc-transport.ts';

/** « Cet ordinateur »: the folder, the remote and what opens it, the name on commits, spelling. */
export function MachineSettings({ host }: { readonly host: MachineHost }): ReactNode {
  const [machine, setMachine] = useState<Machine | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [times, setTimes] = useState(0);
  useEffect(() => {
    let isGone = false;
    host.getMachine({}).then(
      (answer) => {
        if (!isGone) setMachine(answer);
      },
      (error: unknown) => {
        if (!isGone) setFault(messageOf(error));
      },
    );
    return () => {
      isGone = true;
    };
  }, [host, times]);

  if (fault !== null) return <p role="alert">{fault}</p>;
  if (machine === null) return <Loading />;
  // The folder is opened again with what it follows now: every screen starts from it.
  const reload = () => {
    window.location.reload();
    // Who stays, for what is written elsewhere, sees what is so by now.
    setTimes(times + 1);
  };
  return (
    <>
      <p className="admin-lead">
        Vos articles sont dans le dossier <strong>{machine.folder}</strong>. Ces réglages restent sur cet
        ordinateur.
      </p>
      <MachineRemote machine={machine} host={host} onChanged={reload} />
      <MachineAuthor author={machine.author} onChange={host.changeAuthor} />
      <MachineSpelling spelling={machine.spelling} onChange={host.changeSpelling} />
    </>
  );
}

interface MachineAuthorProps {
  readonly author: Author | null;
  readonly onChange: (author: Author) => Promise<unknown>;
}

/** Whose name the versions carry from now on. */
function MachineAuthor({ author, onChange }: MachineAuthorProps): ReactNode {
  const { form, field, fault, isSent } = useGuardedForm({ schema: authorTexts, send: onChange });
  return (
    <form className="settings-form stack" {...form}>
      <h2>Votre signature</h2>
      <AuthorFields known={author} field={field} />
      {fault !== null && <p role="alert">{fault}</p>}
      {isSent && <p role="status">Le nom est enregistré.</p>}
      <div className="settings-save">
        <Button type="submit">Enregistrer la signature</Button>
      </div>
    </form>
  );
}

interface MachineSpellingProps {
  readonly spelling: Spelling;
  readonly onChange: (changed: { readonly spelling: Spelling }) => Promise<unknown>;
}

/** Whether spelling is checked, and what it costs: said before it is asked for. */
function MachineSpelling({ spelling, onChange }: MachineSpellingProps): ReactNode {
  const [chosen, setChosen] = useState(spelling);
  const { fault, attempt } = useAttempt();

  async function choose(next: Spelling): Promise<void> {
    setChosen(next);
    if (!(await attempt(() => onChange({ spelling: next })))) setChosen(chosen);
  }

  return (
    <section className="settings-form stack">
      <h2>Orthographe</h2>
      <Checkbox
        label="Souligner les fautes d’orthographe"
        hint="Vos textes ne quittent pas cet ordinateur. Sous Windows et Linux, le dictionnaire français est téléchargé une fois chez Google (redirector.gvt1.com) ; sous macOS, c’est celui du système."
        checked={chosen === 'checked'}
        onChange={({ target }) => void choose(target.checked ? 'checked' : 'unchecked')}
      />
      {fault !== null && <p role="alert">{fault}</p>}
    </section>
  );
}

type MachineHost = Pick<
  HostClient,
  'getMachine' | 'changeAuthor' | 'changeSpelling' | 'changeRemote' | 'stopFollowing'
>;

interface MachineRemoteProps {
  readonly machine: Machine;
  readonly host: Pick<MachineHost, 'changeRemote' | 'stopFollowing'>;
  readonly onChanged: () => void;
}

const remoteTexts = z.object({
  address: needed('Il manque l’adresse.'),
  username: needed('Il manque le nom d’utilisateur.'),
  password: needed('Il manque le mot de passe.'),
});

/** The repository elsewhere: its address, who we are there, and an end to it. */
function MachineRemote({ machine, host, onChanged }: MachineRemoteProps): ReactNode {
  const { remote } = machine;
  const { form, field, fault, isBusy, forget } = useGuardedForm({
    schema: remoteTexts,
    send: (wanted) => host.changeRemote(wanted),
    onSent: onChanged,
  });
  return (
    <form className="settings-form stack" {...form}>
      <h2>Le dépôt où vos articles sont publiés</h2>
      <p>{stateOf(machine)}</p>
      <TextField
        {...field('address')}
        label="Adresse"
        placeholder="monsite.fr"
        spellCheck={false}
        defaultValue={remote?.address}
      />
      <TextField
        {...field('username')}
        label="Nom d’utilisateur"
        hint="Pour GitHub, votre nom de compte."
        autoComplete="username"
        spellCheck={false}
        defaultValue={remote?.username ?? ''}
      />
      <TextField
        {...field('password')}
        label="Mot de passe ou jeton"
        hint="Le mot de passe d’application de votre site, ou un jeton GitHub."
        type="password"
        autoComplete="off"
      />
      {fault !== null && <p role="alert">{fault}</p>}
      <div className="settings-save">
        <Button type="submit" isBusy={isBusy}>
          Enregistrer l’accès
        </Button>
      </div>
      {remote?.isFollowed === true && (
        <StopFollowing
          onStop={host.stopFollowing}
          onStopped={() => {
            forget();
            onChanged();
          }}
        />
      )}
    </form>
  );
}

function stateOf({ remote, isSafe }: Machine): string {
  if (remote === null) return 'Vos articles ne sont que sur cet ordinateur.';
  if (!remote.isFollowed)
    return 'Encrier ne suit plus ce dépôt, ou ne sait pas lui parler ; git le connaît toujours.';
  switch (remote.keeping) {
    case 'kept':
      return 'Le mot de passe est gardé par cet ordinateur.';
    case 'until-quit':
      return 'Cet ordinateur n’a pas de coffre pour les mots de passe : celui-ci est gardé jusqu’à ce que vous quittiez Encrier.';
    case 'missing':
      return isSafe
        ? 'Le mot de passe manque : donnez-le pour échanger avec ce dépôt.'
        : 'Le mot de passe manque : cet ordinateur n’a pas de coffre où le garder, donnez-le à chaque démarrage.';
  }
}

interface StopFollowingProps {
  readonly onStop: (input: Record<string, never>) => Promise<unknown>;
  readonly onStopped: () => void;
}

/** Ends the exchange with the repository, after asking once more. */
function StopFollowing({ onStop, onStopped }: StopFollowingProps): ReactNode {
  const [step, setStep] = useState<'quiet' | 'asking'>('quiet');
  const { fault, attempt } = useAttempt();
  const stop = () => attempt(() => onStop({}).then(onStopped));

  if (step === 'quiet')
    return (
      <div>
        <Button onClick={() => setStep('asking')}>Ne plus suivre ce dépôt</Button>
      </div>
    );
  return (
    <div className="stack">
      <p>
        Plus rien ne sera envoyé ni reçu, et le mot de passe sera oublié. Vos articles restent sur cet
        ordinateur.
      </p>
      {fault !== null && <p role="alert">{fault}</p>}
      <div className="settings-save">
        <Button onClick={() => setStep('quiet')}>Continuer à suivre</Button>
        <Button variant="danger" onClick={() => void stop()}>
          Ne plus suivre
        </Button>
      </div>
    </div>
  );
}
