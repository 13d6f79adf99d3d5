import { onCommand } from './commands.ts';
import { tell } from './effects.ts';

interface Item {
  readonly label?: string;
  readonly accelerator?: string;
  readonly role?: string;
  readonly submenu?: readonly Item[];
  readonly click?: () => void;
}

interface BuiltMenu {
  readonly items: readonly Item[];
  popup(): void;
}

let shown: BuiltMenu | null = null;

export const Menu = {
  buildFromTemplate: (items: readonly Item[]): BuiltMenu => ({
    items,
    popup: () => tell({ kind: 'menu', labels: items.map(({ label = '' }) => label) }),
  }),
  setApplicationMenu(menu: BuiltMenu): void {
    shown = menu;
  },
};

onCommand('click-menu', (labels: readonly string[]) => {
  const found = labels.reduce<Item | undefined>(
    (item, label) => item?.submenu?.find((candidate) => candidate.label === label),
    { submenu: shown?.items ?? [] },
  );
  if (found?.click === undefined) throw new Error(`no menu item ${labels.join(' › ')}`);
  found.click();
});
onCommand('menu', () =>
  (shown?.items ?? []).map(({ label, submenu }) => ({
    label,
    items: (submenu ?? []).map((item) => ({
      label: item.label,
      accelerator: item.accelerator,
      role: item.role,
    })),
  })),
);
