import { setFlagsFromString } from 'node:v8';
import { app } from 'electron';
import { pageOfDeepLink } from '#desktop/host/address.ts';
import { denyEverything, refuseNavigation } from './permissions.ts';
import { registerSchemes } from './protocol.ts';
import { runApp } from './run-app.ts';
import { keepOneInstance } from './single-instance.ts';

// What must be decided before the system says that the app is ready.
keepHeapSmall();
app.setName('Encrier');
app.enableSandbox();
registerSchemes();
refuseNavigation();

const instance = keepOneInstance(pageOfDeepLink);
if (instance === null) app.quit();
else {
  await app.whenReady();
  denyEverything();
  await runApp(instance);
}

/**
 * Has memory that is no longer needed given back once it makes up three tenths of what is, and what is young kept as small as it is at
 * the start. Each save among ten thousand articles leaves some megabytes behind for a moment, and each look at their files more; by
 * itself V8 lets the one grow to three times what is needed, and the other to 48 MB, before it looks: 258 MB over 100 saves instead of
 * 170. It costs a save a twentieth of its processor time.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30');
  setFlagsFromString('--semi-space-growth-factor=1');
}
