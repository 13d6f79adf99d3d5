// Loaded before the built program: everywhere it asks for `electron`, it gets the stand-in.
import module from 'node:module';
import { resolve } from './resolve.mjs';

// In this thread, where Node can (22.15): another one for it takes a quarter of the time the app starts in.
if (module.registerHooks !== undefined) module.registerHooks({ resolve });
else module.register('./resolve.mjs', import.meta.url);
