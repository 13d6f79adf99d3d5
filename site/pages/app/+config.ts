import type { Config } from 'vike/types';

/** Pages that run in the browser alone: their code never reaches a reader (docs/design.md, Pages). */
const config = {
  filesystemRoutingRoot: '/',
  meta: {
    Page: { env: { server: false, client: true } },
  },
} satisfies Config;

export default config;
