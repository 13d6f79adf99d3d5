import { type ReactNode, Suspense } from 'react';
import type { CallName } from '#content/contract/operations.ts';
import { useAdmin } from '../context.ts';
import { Loading, section } from '../kit/loading.tsx';
import { type Tab, Tabs } from '../kit/tabs.tsx';
import { useNavigation } from '../navigation.tsx';
import { type SettingsTab, settingsPath } from '../sections.ts';
import { AccountSettings, ApplicationPasswords, SessionsSettings } from './account-settings.tsx';
import { CapacitySettings } from './capacity-form.tsx';
import { SiteSettings } from './site-form.tsx';
import './settings.css';

const TABS: readonly (Tab<SettingsTab> & { readonly needs: CallName })[] = [
  { name: 'site', label: 'Site', content: <SiteSettings />, isKept: true, needs: 'getSite' },
  {
    name: 'capacity',
    label: 'Disponibilité',
    content: <CapacitySettings />,
    isKept: true,
    needs: 'getCapacitySettings',
  },
  { name: 'account', label: 'Compte', content: <AccountSettings />, isKept: true, needs: 'updateProfile' },
  { name: 'sessions', label: 'Sessions', content: <SessionsSettings />, needs: 'listSessions' },
  {
    name: 'applications',
    label: 'Mots de passe d’application',
    content: <ApplicationPasswords />,
    needs: 'listApplicationPasswords',
  },
  { name: 'import', label: 'Importer', content: <ImportSettings />, isKept: true, needs: 'listImports' },
];

/** Comes when it is opened: few authors do, and once. */
const ImportPanel = section(async () => (await import('../importing/import-panel.tsx')).ImportPanel);

function ImportSettings(): ReactNode {
  return (
    <Suspense fallback={<Loading />}>
      <ImportPanel />
    </Suspense>
  );
}

/** What is set once in a while: the site, the places, one's account. */
export function SettingsPanel({ tab }: { readonly tab: SettingsTab }): ReactNode {
  const { turnTo } = useNavigation();
  const { offers, machine: content } = useAdmin();
  const offered = TABS.filter(({ needs }) => offers.has(needs));
  const machine: Tab<SettingsTab> = { name: 'machine', label: 'Cet ordinateur', content };
  const tabs = content === undefined ? offered : [...offered, machine];
  return (
    <div className="settings-tabs">
      <h1 className="settings-title">Réglages</h1>
      <Tabs<SettingsTab>
        label="Réglages"
        current={tabs.some(({ name }) => name === tab) ? tab : 'site'}
        onChange={(chosen) => turnTo(settingsPath(chosen))}
        tabs={tabs}
      />
    </div>
  );
}
