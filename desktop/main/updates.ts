import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';

/**
 * Follows the updates of an installed app, where its installer was built with an address for them (electron-builder.yml);
 * otherwise nothing is ever asked.
 */
export function followUpdates(onError: (error: unknown) => void): void {
  if (!app.isPackaged || !existsSync(join(process.resourcesPath, 'app-update.yml'))) return;
  check().catch(onError);
}

async function check(): Promise<void> {
  const { autoUpdater } = await import('electron-updater');
  autoUpdater.autoInstallOnAppQuit = true;
  await autoUpdater.checkForUpdatesAndNotify({
    title: 'Une nouvelle version d’Encrier est prête',
    body: 'Elle sera installée quand vous quitterez Encrier.',
  });
}
