import { app } from 'electron';
import { pageOfDeepLink } from '#desktop/host/links.ts';
import { refuseNavigation } from './navigation.ts';
import { denyEverything } from './permissions.ts';
import { registerSchemes } from './protocol.ts';
import { runApp } from './run-app.ts';
import { keepOneInstance } from './single-instance.ts';
import { keepHeapSmall } from './small-heap.ts';

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
