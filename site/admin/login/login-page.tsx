import { FilePenLine, Images, type LucideIcon, Search, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { Loading } from '../kit/loading.tsx';
import { handOverToast } from '../toast-handover.ts';
import { useOperation } from '../use-operation.ts';
import { LoginForm, SIGNED_IN } from './login-form.tsx';
import { REGISTERED, RegisterForm } from './register-form.tsx';
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
  const registration = useOperation('getRegistration', {});
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
