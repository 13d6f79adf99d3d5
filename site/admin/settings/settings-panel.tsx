import type { ReactNode } from 'react';
import { Tabs } from '../kit/tabs.tsx';
import { useNavigation } from '../navigation.tsx';
import { type SettingsTab, settingsPath } from '../sections.ts';
import { AccountSettings } from './account-settings.tsx';
import { ApplicationPasswords } from './application-passwords.tsx';
import { CapacitySettings } from './capacity-form.tsx';
import { SessionsSettings } from './sessions-settings.tsx';
import { SiteSettings } from './site-form.tsx';
import './settings.css';

/** What is set once in a while: the site, the places, one's account. */
export function SettingsPanel({ tab }: { readonly tab: SettingsTab }): ReactNode {
  const { turnTo } = useNavigation();
  return (
    <div className="settings-tabs">
      <h1 className="settings-title">Réglages</h1>
      <Tabs<SettingsTab>
        label="Réglages"
        current={tab}
        onChange={(chosen) => turnTo(settingsPath(chosen))}
        tabs={[
          { name: 'site', label: 'Site', content: <SiteSettings />, isKept: true },
          { name: 'capacity', label: 'Disponibilité', content: <CapacitySettings />, isKept: true },
          { name: 'account', label: 'Compte', content: <AccountSettings />, isKept: true },
          { name: 'sessions', label: 'Sessions', content: <SessionsSettings /> },
          { name: 'applications', label: 'Mots de passe d’application', content: <ApplicationPasswords /> },
        ]}
      />
    </div>
  );
}
