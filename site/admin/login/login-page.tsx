import type { LucideIcon } from 'lucide-react';
import FilePenLine from 'lucide-react/icons/file-pen-line';
import Images from 'lucide-react/icons/images';
import Search from 'lucide-react/icons/search';
import Send from 'lucide-react/icons/send';
import type { ReactNode } from 'react';
import { operations } from '#content/contract/operations.ts';
import { useApiMutation, useApiQuery } from '../api/use-api.ts';
import { TextField } from '../kit/fields.tsx';
import { Loading } from '../kit/loading.tsx';
import { handOverToast } from '../toasts.tsx';
import { AccountForm, LoginForm, SIGNED_IN, UsernameField } from './login-form.tsx';
import './login-page.css';

interface LoginPageProps {
  /** Leads away from this page; what was done is said again on the next one. */
  readonly onSignedIn: () => void;
}

/** docs/product.md, Errors and messages. */
const REGISTERED = { title: 'Inscription réussie', description: 'Votre compte a été créé avec succès' };

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
  const failed = 'Registration failed';
  const register = useApiMutation('register', {
    said: REGISTERED,
    failed,
    failedTitle: "Erreur d'inscription",
  });
  return (
    <AccountForm
      schema={operations.register.input}
      send={(wanted) => register.mutateAsync(wanted).then(onRegistered)}
      failed={failed}
      word="Créer le compte"
      wordMeanwhile="Création..."
    >
      {(field) => (
        <>
          <p>{'Ce site n’a pas encore d’administrateur : créez le vôtre.'}</p>
          <TextField
            {...field('code')}
            label="Code à usage unique"
            hint="Il est affiché par le serveur, là où il a été démarré."
            autoComplete="one-time-code"
            spellCheck={false}
            autoFocus
            required
          />
          <UsernameField {...field('username')} />
          <TextField
            {...field('password')}
            label="Mot de passe"
            type="password"
            hint="Douze caractères au moins."
            autoComplete="new-password"
            required
          />
          <TextField
            {...field('displayName')}
            label="Nom affiché (facultatif)"
            hint="Celui que porteront vos modifications."
            autoComplete="name"
          />
          <TextField
            {...field('email')}
            label="Adresse e-mail (facultative)"
            type="email"
            autoComplete="email"
          />
        </>
      )}
    </AccountForm>
  );
}
