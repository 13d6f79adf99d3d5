import { setFlagsFromString } from 'node:v8';
import { app } from 'electron';
import { pageOfDeepLink } from '#desktop/host/address.ts';
import { denyEverything, refuseNavigation } from './permissions.ts';
import { registerSchemes } from './protocol.ts';
import { runApp } from './run-app.ts';
import { keepOneInstance } from './single-instance.ts';

// What must be settled before the system says that the app is ready.
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
 * Has memory that is no longer needed given back once it makes up three tenths of what is. Each save among ten thousand
 * articles leaves some forty megabytes behind for a moment; by itself V8 lets them grow to three times what is needed before
 * it looks. At no measurable cost in time.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30');
}
