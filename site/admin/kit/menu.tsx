import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { usePortalPlace } from './portal-place.ts';
import './menu.css';

interface MenuProps {
  /** The button that opens it: a single Button or IconButton. */
  readonly trigger: ReactNode;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}

/** A menu of actions, by mouse, touch and arrow keys. Not modal: that would write a style element of its own. */
export function Menu({ trigger, align = 'end', children }: MenuProps): ReactNode {
  const place = usePortalPlace();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={place}>
        <DropdownMenu.Content className="kit-menu" align={align} sideOffset={6} collisionPadding={8}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface MenuItemProps {
  readonly variant?: 'plain' | 'danger';
  readonly isDisabled?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function MenuItem({
  variant = 'plain',
  isDisabled = false,
  onSelect,
  children,
}: MenuItemProps): ReactNode {
  return (
    <DropdownMenu.Item
      className={`kit-menu-item kit-menu-item-${variant}`}
      disabled={isDisabled}
      onSelect={onSelect}
    >
      {children}
    </DropdownMenu.Item>
  );
}

export function MenuSeparator(): ReactNode {
  return <DropdownMenu.Separator className="kit-menu-separator" />;
}
