import { type ReactNode, useState } from 'react';
import { Tabs } from '../kit/tabs.tsx';
import { AccountSettings } from './account-settings.tsx';
import { ApplicationPasswords } from './application-passwords.tsx';
import { CapacitySettings } from './capacity-form.tsx';
import { SessionsSettings } from './sessions-settings.tsx';
import { SiteSettings } from './site-form.tsx';
import './settings.css';

type TabName = 'site' | 'capacity' | 'account' | 'sessions' | 'applications';

/** What is set once in a while: the site, the places, one's account. */
export function SettingsPanel(): ReactNode {
  const [tab, setTab] = useState<TabName>('site');
  return (
    <div className="settings-tabs">
      <h1 className="settings-title">Réglages</h1>
      <Tabs<TabName>
        label="Réglages"
        current={tab}
        onChange={setTab}
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
