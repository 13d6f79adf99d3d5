/** The element an app page is drawn in. */
export const APP_ROOT_ID = 'application';
