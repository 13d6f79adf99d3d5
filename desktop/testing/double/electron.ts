export { app } from './app.ts';
export { ipcMain } from './ipc.ts';
export { Menu } from './menu.ts';
export { safeStorage } from './safe-storage.ts';
export { protocol, session } from './session.ts';
export { dialog, Notification, nativeTheme, screen, shell, utilityProcess } from './system.ts';
export { BrowserWindow } from './window.ts';
