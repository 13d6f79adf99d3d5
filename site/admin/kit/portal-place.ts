import { createContext, useContext } from 'react';

const PortalPlace = createContext<HTMLElement | null>(null);

/** Given by a modal dialog: what opens above the page must open inside it, or would be behind it. */
export const PortalPlaceProvider = PortalPlace.Provider;

/** Where menus and tooltips are put: the open dialog's element, else null for the page itself. */
export function usePortalPlace(): HTMLElement | null {
  return useContext(PortalPlace);
}
