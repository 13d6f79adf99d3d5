import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import LogOut from 'lucide-react/icons/log-out';
import Monitor from 'lucide-react/icons/monitor';
import Smartphone from 'lucide-react/icons/smartphone';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { offeredScreens } from '#content/contract/admin-screens.ts';
import { useApiMutation, useApiQuery } from './api/use-api.ts';
import { type SitePreview, useAdmin } from './context.ts';
import { Button, IconButton } from './kit/button.tsx';
import { section } from './kit/loading.tsx';
import { Link, useNavigation } from './navigation.tsx';
import { PATHS, sectionAt } from './sections.ts';
import { SyncBar } from './sync-bar/sync-bar.tsx';
import { handOverToast, useFailure } from './toasts.tsx';

/** Of a desktop alone. */
const PublishBar = section(async () => (await import('./publish-bar/publish-bar.tsx')).PublishBar);
const OutsideBar = section(async () => (await import('./outside/outside-bar.tsx')).OutsideBar);

interface AdminHeaderProps {
  readonly onSignedOut: (() => void) | undefined;
}

/** docs/product.md, Admin: the title, who is signed in, the way out; and the sections. */
export function AdminHeader({ onSignedOut }: AdminHeaderProps): ReactNode {
  const { offers, sitePreview } = useAdmin();
  return (
    <header className="admin-header">
      <div className="admin-header-row">
        <p className="admin-title">
          <Link to={PATHS.posts}>Espace Administration</Link>
        </p>
        <Suspense fallback={null}>
          {offers.has('getPublishing') && <PublishBar />}
          <SyncBar />
          {offers.has('getOutside') && <OutsideBar />}
        </Suspense>
        {sitePreview !== undefined && <SiteButtons site={sitePreview} />}
        {onSignedOut !== undefined && <Account onSignedOut={onSignedOut} />}
      </div>
      <Sections />
    </header>
  );
}

function Sections(): ReactNode {
  const { path } = useNavigation();
  const { offers } = useAdmin();
  const { kind } = sectionAt(path);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // On a phone the row of sections is longer than the screen.
    const here = list.current?.querySelector('[aria-current]');
    here?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  const current = kind === 'post' || kind === 'history' ? 'posts' : kind;
  return (
    <nav className="admin-nav" aria-label="Sections de l’administration">
      <ul ref={list}>
        {offeredScreens(offers).map((entry) => (
          <li key={entry.kind}>
            <Link to={entry.path} isCurrent={entry.kind === current}>
              {entry.label}
            </Link>
          </li>
        ))}
        {offers.has('getLive') && (
          <li className="admin-site-link">
            <a href="/">
              Voir le site <ArrowUpRight aria-hidden="true" size={14} />
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** Who is signed in, unless it cannot be known (docs/product.md, Errors and messages), and the way out. */
function Account({ onSignedOut }: { readonly onSignedOut: () => void }): ReactNode {
  const user = useApiQuery('getUser', {});
  const logout = useApiMutation('logout', { failed: 'Logout failed', failedTitle: 'Erreur de déconnexion' });
  const { mayLeave, letGo } = useNavigation();
  const onSuccess = () => {
    letGo();
    handOverToast({ title: 'Déconnexion', description: 'Vous avez été déconnecté' });
    onSignedOut();
  };

  return (
    <div className="admin-account">
      {user.data !== undefined && <span className="admin-user">{user.data.username}</span>}
      <Button
        size="small"
        isBusy={logout.isPending}
        onClick={() => {
          if (mayLeave()) logout.mutate({}, { onSuccess });
        }}
      >
        <LogOut aria-hidden="true" size={16} />
        <span className="admin-logout">Déconnexion</span>
      </Button>
    </div>
  );
}

/** Opens the previewed site, as a computer or a phone shows it. */
function SiteButtons({ site }: { readonly site: SitePreview }): ReactNode {
  const fail = useFailure();
  const open = (width: 'wide' | 'phone') => {
    site.open(width).catch((error: unknown) => fail('Le site n’a pas pu être montré', error));
  };
  return (
    <span className="admin-site-buttons">
      <Button size="small" onClick={() => open('wide')}>
        <Monitor aria-hidden="true" size={16} />
        Voir le site
      </Button>
      <IconButton label="Voir le site en largeur de téléphone" onClick={() => open('phone')}>
        <Smartphone aria-hidden="true" size={18} />
      </IconButton>
    </span>
  );
}
