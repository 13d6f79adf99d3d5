import { FilePenLine, Images, type LucideIcon, Search, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { operations } from '#content/contract/operations.ts';
import { useApiMutation, useApiQuery } from '../api/use-api.ts';
import { TextField } from '../kit/fields.tsx';
import { Loading } from '../kit/loading.tsx';
import { handOverToast } from '../toasts.tsx';
import { AccountForm, LoginForm, REGISTERED, SIGNED_IN, UsernameField } from './login-form.tsx';
import './login-page.css';

interface LoginPageProps {
  /** Leads away from this page; what was done is said again on the next one. */
  readonly onSignedIn: () => void;
}

const PITCH: readonly { readonly icon: LucideIcon; readonly title: string; readonly text: string }[] = [
  {
    icon: FilePenLine,
    title: 'Création et édition d’articles',
    text: 'Un éditeur qui montre le texte tel qu’il sera lu.',
  },
  {
    icon: Images,
    title: 'Gestion des médias',
    text: 'Des images nettoyées, légères et toujours à leur place.',
  },
  {
    icon: Search,
    title: 'SEO intégré',
    text: 'Titres, descriptions et cartes de partage, article par article.',
  },
  {
    icon: Send,
    title: 'Publication et brouillons',
    text: 'Publier, programmer, retirer : le site suit aussitôt.',
  },
];

/** docs/product.md, Sign-in: the pitch on the left; on the right who may come in, or the first administrator's form. */
export function LoginPage({ onSignedIn }: LoginPageProps): ReactNode {
  const registration = useApiQuery('getRegistration', {});
  if (registration.isPending) return <Loading />;
  const isFirst = registration.data?.isFirst === true;

  function leave(): void {
    handOverToast(isFirst ? REGISTERED : SIGNED_IN);
    onSignedIn();
  }

  return (
    <div className="login">
      <Pitch />
      <section className="login-card" aria-labelledby="login_title">
        <h2 id="login_title">{isFirst ? 'Premier administrateur' : 'Connexion Admin'}</h2>
        {isFirst ? <RegisterForm onRegistered={leave} /> : <LoginForm onSignedIn={leave} />}
      </section>
    </div>
  );
}

function Pitch(): ReactNode {
  return (
    <section className="login-pitch">
      <h1>Espace d’administration</h1>
      <p className="login-lead">
        {'Écrire, illustrer, publier : tout ce qui fait vivre le blog, au même endroit.'}
      </p>
      <ul>
        {PITCH.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon aria-hidden="true" size={22} strokeWidth={1.5} />
            <div>
              <h2>{title}</h2>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RegisterFormProps {
  readonly onRegistered: () => void;
}

/** The first administrator, by the one-time code of the first start (docs/product.md, Sign-in). */
function RegisterForm({ onRegistered }: RegisterFormProps): ReactNode {
  return (
    <AccountForm
      action={useApiMutation('register')}
      schema={operations.register.input}
      words={{
        done: REGISTERED,
        failed: { title: "Erreur d'inscription", text: 'Registration failed' },
        send: 'Créer le compte',
        sending: 'Création...',
      }}
      onDone={onRegistered}
    >
      {(messages) => (
        <>
          <p>{'Ce site n’a pas encore d’administrateur : créez le vôtre.'}</p>
          <TextField
            label="Code à usage unique"
            name="code"
            hint="Il est affiché par le serveur, là où il a été démarré."
            autoComplete="one-time-code"
            spellCheck={false}
            autoFocus
            required
            error={messages['code']}
          />
          <UsernameField error={messages['username']} />
          <TextField
            label="Mot de passe"
            name="password"
            type="password"
            hint="Douze caractères au moins."
            autoComplete="new-password"
            required
            error={messages['password']}
          />
          <TextField
            label="Nom affiché (facultatif)"
            name="displayName"
            hint="Celui que porteront vos modifications."
            autoComplete="name"
            error={messages['displayName']}
          />
          <TextField
            label="Adresse e-mail (facultative)"
            name="email"
            type="email"
            autoComplete="email"
            error={messages['email'] === undefined ? undefined : 'Cette adresse n’est pas valable.'}
          />
        </>
      )}
    </AccountForm>
  );
}
