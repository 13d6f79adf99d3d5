import * as Tooltip from 'radix-ui/tooltip';
import { type ComponentProps, createContext, type ReactNode, useContext } from 'react';
import './button.css';

interface NativeProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** Its action is under way: it keeps the focus and does nothing. */
  readonly isBusy?: boolean;
}

interface ButtonProps extends NativeProps {
  /** `gold`: the one thing to do here; `danger`: what takes something away; `quiet`: without a frame. */
  readonly variant?: 'plain' | 'gold' | 'danger' | 'quiet';
  readonly size?: 'normal' | 'small';
}

/** A button; `type="button"` unless said otherwise. */
export function Button({ variant = 'plain', size = 'normal', ...rest }: ButtonProps): ReactNode {
  return <button {...native(rest)} className={`kit-button kit-button-${variant} kit-button-${size}`} />;
}

function native({
  isBusy = false,
  type = 'button',
  onClick,
  ...rest
}: NativeProps): ComponentProps<'button'> {
  return {
    ...rest,
    type,
    'aria-disabled': isBusy || undefined,
    onClick(event) {
      if (isBusy) event.preventDefault();
      else onClick?.(event);
    },
  };
}

interface IconButtonProps extends Omit<NativeProps, 'aria-label' | 'title'> {
  /** Its name, shown by a tooltip. */
  readonly label: string;
  readonly variant?: 'plain' | 'danger';
  readonly children: ReactNode;
}

/** A button that is a drawing; its name shows after 700 ms (docs/product.md, Errors and messages). */
export function IconButton({ label, variant = 'plain', ...rest }: IconButtonProps): ReactNode {
  const place = useContext(PortalPlace);
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>
        <button
          {...native(rest)}
          className={`kit-icon-button kit-icon-button-${variant}`}
          aria-label={label}
        />
      </Tooltip.Trigger>
      <Tooltip.Portal container={place}>
        <Tooltip.Content className="kit-tooltip" sideOffset={6} collisionPadding={8}>
          {label}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

/** Given by a modal dialog: what opens above the page must open inside it, or would be behind it. */
export const PortalPlace = createContext<HTMLElement | null>(null);

interface HeaderBarProps {
  readonly look: string;
  readonly title?: string;
  readonly onOpen: () => void;
  /** What it says, beside its dot. */
  readonly children: ReactNode;
}

/** How something stands, in the header; pressed, it opens what there is to say of it. */
export function HeaderBar({ look, title, onOpen, children }: HeaderBarProps): ReactNode {
  return (
    // Around the button: a status inside it would be no part of its name.
    <span role="status">
      <button
        type="button"
        className={`header-bar ${look}`}
        aria-haspopup="dialog"
        title={title}
        onClick={onOpen}
      >
        <span className="header-dot" aria-hidden="true" />
        {children}
      </button>
    </span>
  );
}
