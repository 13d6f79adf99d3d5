import { Menu } from 'lucide-react';
import type { ReactNode } from 'react';

interface TitleBarProps {
  /** The folder that is open; null when none is. */
  readonly folder: string | null;
  readonly onMenu: (at: { readonly x: number; readonly y: number }) => Promise<unknown>;
}

/** macOS has its menu bar at the top of the screen, and its buttons at the left of this one. */
const IS_MAC = navigator.userAgent.includes('Mac OS');

/** The bar by which the window is moved; the system draws its buttons over it. */
export function TitleBar({ folder, onMenu }: TitleBarProps): ReactNode {
  return (
    <div className={`title-bar${IS_MAC ? ' title-bar-mac' : ''}`}>
      {!IS_MAC && (
        <button
          type="button"
          className="title-bar-menu"
          aria-label="Menu de l’application"
          onClick={({ currentTarget }) => {
            const { left, bottom } = currentTarget.getBoundingClientRect();
            void onMenu({ x: Math.round(left), y: Math.round(bottom) });
          }}
        >
          <Menu aria-hidden="true" size={18} />
        </button>
      )}
      <span className="title-bar-name">Encrier</span>
      {folder !== null && <span className="title-bar-folder">{folderName(folder)}</span>}
    </div>
  );
}

function folderName(folder: string): string {
  return folder.split(/[/\\]/).findLast((part) => part !== '') ?? folder;
}
