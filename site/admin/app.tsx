import { type ComponentType, type MouseEvent, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { SCREENS } from '#content/contract/admin-screens.ts';
import { quoted } from '#content/model/french-spaces.ts';
import { AdminProvider } from './admin-provider.tsx';
import { type AdminHost, useAdmin } from './context.ts';
import { AdminHeader } from './header.tsx';
import { keepFocus } from './kept-focus.ts';
import { Button } from './kit/button.tsx';
import { EmptyState, Loading, section } from './kit/loading.tsx';
import { NavigationProvider, useNavigation } from './navigation.tsx';
import { PostsPanel } from './posts-table/posts-panel.tsx';
import { isOffered, PATHS, postPath, type Section, sectionAt } from './sections.ts';
import { useWindowTitle } from './window-title.ts';
import './admin.css';

interface AdminAppProps {
  readonly host: AdminHost;
  /** Called once the session was ended; without it there is nothing to sign out of (the desktop). */
  readonly onSignedOut?: () => void;
}

const PostForm = section(async () => (await import('./post-form/post-form.tsx')).PostForm);
const PostHistory = section(async () => (await import('./history/history-panel.tsx')).PostHistory);
const SettingsPanel = section(async () => (await import('./settings/settings-panel.tsx')).SettingsPanel);

/** What the screens of sections.ts show; the code of each comes when it is first opened, but for the first one's. */
const VIEWS = {
  posts: PostsPanel,
  images: section(async () => (await import('./images/images-panel.tsx')).ImagesPanel),
  audit: section(async () => (await import('./audit/audit-panel.tsx')).AuditPanel),
  problems: section(async () => (await import('./problems/problems-panel.tsx')).ProblemsPanel),
  bin: section(async () => (await import('./bin/bin-panel.tsx')).BinPanel),
  unknown: UnknownPage,
} as const satisfies Record<Exclude<Section['kind'], 'post' | 'history' | 'settings'>, ComponentType>;

/** The whole admin (docs/product.md, Admin), on the web and on the desktop. */
export function AdminApp({ host, onSignedOut }: AdminAppProps): ReactNode {
  const main = useRef<HTMLElement>(null);
  useEffect(() => (main.current === null ? undefined : keepFocus(main.current)), []);
  // Followed, it would be an address of its own: a step in the history of the browser, and a page that is left.
  function skip(event: MouseEvent): void {
    event.preventDefault();
    main.current?.focus();
  }
  return (
    <AdminProvider host={host}>
      <NavigationProvider>
        <a className="skip" href="#contenu_principal" onClick={skip}>
          Aller au contenu
        </a>
        <AdminHeader onSignedOut={onSignedOut} />
        <main ref={main} id="contenu_principal" className="admin-main" tabIndex={-1}>
          <CurrentSection />
        </main>
      </NavigationProvider>
    </AdminProvider>
  );
}

function CurrentSection(): ReactNode {
  const { path } = useNavigation();
  const { offers } = useAdmin();
  const asked = sectionAt(path);
  const section: Section = isOffered(asked.kind, offers) ? asked : { kind: 'unknown' };
  useWindowTitle(titleOf(section));
  return (
    <Suspense fallback={<Loading />}>
      <SectionView section={section} />
    </Suspense>
  );
}

/** Null for the form of an article, which knows its title. */
function titleOf({ kind }: Section): string | null {
  if (kind === 'post') return null;
  return SCREENS.find((one) => one.kind === kind)?.label ?? (kind === 'history' ? 'Historique' : UNKNOWN);
}

const UNKNOWN = 'Page introuvable';

function SectionView({ section }: { readonly section: Section }): ReactNode {
  const { go } = useNavigation();
  switch (section.kind) {
    case 'post':
      return (
        <PostForm
          key={section.id ?? (section.isPage ? 'page' : 'article')}
          postId={section.id}
          isPage={section.isPage === true}
          onClose={() => go(PATHS.posts)}
        />
      );
    case 'history':
      return <PostHistory key={section.id} postId={section.id} onClose={() => go(postPath(section.id))} />;
    case 'settings':
      return <SettingsPanel tab={section.tab} />;
    default: {
      const View = VIEWS[section.kind];
      return <View />;
    }
  }
}

function UnknownPage(): ReactNode {
  const { path, go } = useNavigation();
  return (
    <>
      <div className="panel-head">
        <h1>{UNKNOWN}</h1>
      </div>
      <EmptyState title={`L’adresse ${quoted(path)} ne mène à aucune section de l’administration.`}>
        <Button onClick={() => go(PATHS.posts)}>Retour aux articles</Button>
      </EmptyState>
    </>
  );
}
