import type { Config } from 'vike/types';

/** Public pages: complete HTML from the server, no data sent twice, no client-side routing (docs/design.md, Pages). */
const config = {
  clientRouting: false,
  // A page that is slow is slow; Vike would complain of it after seconds.
  hooksTimeout: false,
} satisfies Config;

export default config;
