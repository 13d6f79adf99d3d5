// Loaded before the built program: everywhere it asks for `electron`, it gets the stand-in.
import { register } from 'node:module';

register('./resolve.mjs', import.meta.url);
