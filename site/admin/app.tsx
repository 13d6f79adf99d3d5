import { type ReactNode, Suspense } from 'react';
import { frenchSpaces } from '#content/model/french-spaces.ts';
import { AdminProvider } from './admin-provider.tsx';
import { type AdminHost, useAdmin } from './context.ts';
import { ResumingProvider } from './draft-store/resuming.tsx';
import { AdminHeader } from './header.tsx';
import { Button } from './kit/button.tsx';
import { EmptyState, Loading, section } from './kit/loading.tsx';
import { NavigationProvider, useNavigation } from './navigation.tsx';
import { PostsPanel } from './posts-table/posts-panel.tsx';
import { KeptViewProvider } from './posts-table/table-view.tsx';
import { isOffered, PATHS, postPath, type Section, sectionAt } from './sections.ts';
import './admin.css';

interface AdminAppProps {
  readonly host: AdminHost;
  /** Called once the session was ended; without it there is nothing to sign out of (the desktop). */
  readonly onSignedOut?: () => void;
}

const PostForm = section(async () => (await import('./post-form/post-form.tsx')).PostForm);
const PostHistory = section(async () => (await import('./history/history-panel.tsx')).PostHistory);
const ImagesPanel = section(async () => (await import('./images/images-panel.tsx')).ImagesPanel);
const SettingsPanel = section(async () => (await import('./settings/settings-panel.tsx')).SettingsPanel);
const JournalPanel = section(async () => (await import('./journal/journal-panel.tsx')).JournalPanel);
const ProblemsPanel = section(async () => (await import('./problems/problems-panel.tsx')).ProblemsPanel);
const BinPanel = section(async () => (await import('./bin/bin-panel.tsx')).BinPanel);

/** The whole admin (docs/product.md, Admin), on the web and on the desktop. */
export function AdminApp({ host, onSignedOut }: AdminAppProps): ReactNode {
  return (
    <AdminProvider host={host}>
      <NavigationProvider>
        <KeptViewProvider>
          <ResumingProvider>
            <a className="skip" href="#contenu_principal">
              Aller au contenu
            </a>
            <AdminHeader onSignedOut={onSignedOut} />
            <main id="contenu_principal" className="admin-main" tabIndex={-1}>
              <CurrentSection />
            </main>
          </ResumingProvider>
        </KeptViewProvider>
      </NavigationProvider>
    </AdminProvider>
  );
}

function CurrentSection(): ReactNode {
  const { path } = useNavigation();
  const { offers } = useAdmin();
  const section = sectionAt(path);
  return (
    <Suspense fallback={<Loading />}>
      <SectionView section={isOffered(section.kind, offers) ? section : { kind: 'unknown' }} />
    </Suspense>
  );
}

function SectionView({ section }: { readonly section: Section }): ReactNode {
  const { go } = useNavigation();
  switch (section.kind) {
    case 'posts':
      return <PostsPanel />;
    case 'post':
      return <PostForm key={section.id} postId={section.id} onClose={() => go(PATHS.posts)} />;
    case 'history':
      return <PostHistory key={section.id} postId={section.id} onClose={() => go(postPath(section.id))} />;
    case 'images':
      return <ImagesPanel />;
    case 'settings':
      return <SettingsPanel tab={section.tab} />;
    case 'journal':
      return <JournalPanel />;
    case 'problems':
      return <ProblemsPanel />;
    case 'bin':
      return <BinPanel />;
    case 'unknown':
      return <UnknownPage />;
  }
}

function UnknownPage(): ReactNode {
  const { path, go } = useNavigation();
  return (
    <>
      <div className="panel-head">
        <h1>Page introuvable</h1>
      </div>
      <EmptyState
        title="Cette page n’existe pas."
        text={frenchSpaces(`L’adresse « ${path} » ne mène à aucune section de l’administration.`)}
      >
        <Button onClick={() => go(PATHS.posts)}>Retour aux articles</Button>
      </EmptyState>
    </>
  );
}
