import type { ReactNode } from 'react';

/** Drawings on a 24-unit grid, one line thick; the names a card of site.yml may give. */
const CARD_ICONS: Readonly<Record<string, string>> = {
  compass: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M15.6 8.4l-2.1 5.1-5.1 2.1 2.1-5.1zM12 3v1.5M12 19.5V21',
  scale: 'M12 4v16M8 20h8M5 7h14M5 7l-2.5 6.5a2.7 2.7 0 0 0 5 0zM19 7l-2.5 6.5a2.7 2.7 0 0 0 5 0z',
  seedling:
    'M12 21v-9M12 14c0-4-2.7-6.5-7.5-6.5C4.5 12 7.5 14 12 14M12 11.5C12 7 14.7 4 19.5 4c0 5-3 7.5-7.5 7.5',
  chart: 'M4 4v16h16M8 15.5l3.5-4 3 2.5L20 7.5M16.5 7.5H20V11',
  shield: 'M12 3l7.5 2.5v5.5c0 4.8-3 8.3-7.5 10-4.5-1.7-7.5-5.2-7.5-10V5.5zM8.7 12l2.3 2.3 4.3-4.6',
  key: 'M8 11.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8M10.9 12.6L20 3.5M16.5 7l2.7 2.7M13.7 9.8l1.8 1.8',
  hourglass:
    'M6.5 3.5h11M6.5 20.5h11M8 3.5v3.2c0 2.6 4 3.5 4 5.3s-4 2.7-4 5.3v3.2M16 3.5v3.2c0 2.6-4 3.5-4 5.3s4 2.7 4 5.3v3.2',
  bridge:
    'M2.5 19h19M2.5 9.5h19M4.5 19V9.5M19.5 19V9.5M7 19a5 5 0 0 1 10 0M12 14V9.5M8.2 9.5v6.2M15.8 9.5v6.2',
  summit: 'M2.5 19.5l6.8-11 3.7 6 2.3-3.5 6.2 8.5zM9.3 8.5V4l3.4 1.4-3.4 1.5',
  ledger: 'M5.5 4.5h11a2 2 0 0 1 2 2v13h-11a2 2 0 0 1-2-2zM5.5 17.5a2 2 0 0 1 2-2h11M9 8.5h6M9 11.5h4',
  target: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 12h.01',
  handshake:
    'M2.5 7l3.5-1.5 4 1.5 2-1 6 1 3.5-1.5M2.5 15l2.5.5 5 4.2a1.6 1.6 0 0 0 2.3-.2l5.2-5.5M12 6l-3.3 4.2a1.6 1.6 0 0 0 2.5 2l2.3-2.2 5 4.5 3-1',
};

function Drawing({ path, className }: { readonly path: string; readonly className: string }): ReactNode {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}

/** The drawing a card of site.yml names; nothing for a name that is not ours. */
export function CardIcon({ name }: { readonly name: string }): ReactNode {
  const path = Object.hasOwn(CARD_ICONS, name) ? CARD_ICONS[name] : undefined;
  return path === undefined ? null : <Drawing path={path} className="icon card-icon" />;
}

const SIGNS = {
  arrow: 'M4.5 12h14M13 6.5l5.5 5.5-5.5 5.5',
  back: 'M19.5 12h-14M11 6.5L5.5 12l5.5 5.5',
  up: 'M12 19.5v-14M6.5 11L12 5.5l5.5 5.5',
  menu: 'M4 8h16M4 16h16',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.3 15.3l4.7 4.7',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  share: 'M12 15V3.5M7.5 7.5L12 3l4.5 4.5M5 12.5V20h14v-7.5',
} as const;

/** A sign of the interface; always beside a text that says the same. */
export function Sign({ name }: { readonly name: keyof typeof SIGNS }): ReactNode {
  return <Drawing path={SIGNS[name]} className="icon" />;
}
