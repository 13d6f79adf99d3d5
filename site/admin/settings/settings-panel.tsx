import { type ReactNode, Suspense } from 'react';
import { useAdmin } from '../context.ts';
import { Loading, section } from '../kit/loading.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { useNavigation } from '../navigation.tsx';
import { SETTINGS_TABS, type SettingsTab, settingsPath } from '../sections.ts';
import { AccountSettings, ApplicationPasswords, SessionsSettings } from './account-settings.tsx';
import { CapacitySettings } from './capacity-form.tsx';
import { SiteSettings } from './site-form.tsx';
import './settings.css';

/** Comes when it is opened: few authors do, and once. */
const ImportPanel = section(async () => (await import('../importing/import-panel.tsx')).ImportPanel);

function ImportSettings(): ReactNode {
  return (
    <Suspense fallback={<Loading />}>
      <ImportPanel />
    </Suspense>
  );
}

/** What the tabs of sections.ts show, but for the one whose host has it. */
const CONTENTS: Readonly<Record<Exclude<SettingsTab, 'machine'>, ReactNode>> = {
  site: <SiteSettings />,
  capacity: <CapacitySettings />,
  account: <AccountSettings />,
  sessions: <SessionsSettings />,
  applications: <ApplicationPasswords />,
  import: <ImportSettings />,
};
/** Nothing is written in these, nor shown once. */
const READ_ONLY: ReadonlySet<SettingsTab> = new Set(['sessions']);

/** What is set once in a while: the site, the places, one's account. */
export function SettingsPanel({ tab }: { readonly tab: SettingsTab }): ReactNode {
  const { turnTo } = useNavigation();
  const { offers, machine } = useAdmin();
  const shown = SETTINGS_TABS.filter(({ needs }) =>
    needs === null ? machine !== undefined : offers.has(needs),
  );
  const tabs = shown.map(({ name, label }) => ({
    name,
    label,
    content: name === 'machine' ? machine : CONTENTS[name],
    isKept: !READ_ONLY.has(name),
  }));
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
