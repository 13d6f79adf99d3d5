// Before a command that runs the built product: installs what is missing, and builds what is stale.
import { buildDesktopIfStale, buildIfStale, checkMachine, installDependencies } from './prepare.mjs';

checkMachine();
await installDependencies();
await buildIfStale();
await buildDesktopIfStale();
