import * as RadixTabs from 'radix-ui/tabs';
import { type ReactNode, useState } from 'react';
import './tabs.css';

interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: ReactNode;
  readonly content: ReactNode;
  /** Once shown it stays while another tab shows: what is being written in it would be lost. */
  readonly isKept?: boolean;
}

interface TabsProps<Name extends string> {
  /** What the tabs are of, for those who listen. */
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly current: Name;
  readonly onChange: (name: Name) => void;
}

/** Panels of which one shows; arrow keys move between them. */
export function Tabs<Name extends string>({ label, tabs, current, onChange }: TabsProps<Name>): ReactNode {
  const [shown, setShown] = useState<ReadonlySet<Name>>(new Set());
  if (!shown.has(current)) setShown(new Set([...shown, current]));
  return (
    <RadixTabs.Root
      className="kit-tabs"
      value={current}
      onValueChange={(value) => {
        const chosen = tabs.find(({ name }) => name === value);
        if (chosen !== undefined) onChange(chosen.name);
      }}
    >
      <RadixTabs.List className="kit-tab-list" aria-label={label}>
        {tabs.map((tab) => (
          <RadixTabs.Trigger key={tab.name} className="kit-tab" value={tab.name}>
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content
          key={tab.name}
          className="kit-tab-panel"
          value={tab.name}
          {...(tab.isKept === true && shown.has(tab.name) ? { forceMount: true } : {})}
        >
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
