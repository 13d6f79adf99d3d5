import { createClient } from '#content/contract/client.ts';
import { OPERATION_NAMES } from '#content/contract/operations.ts';
import type { AdminHost } from '#site/admin/context.ts';
import { createHttpTransport } from '#site/admin/http-transport.ts';

/** What the admin is given on the web: HTTP, images where readers find them, the nonce of this page. */
export function webHost(): AdminHost {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return {
    client: createClient(createHttpTransport()),
    offers: OPERATION_NAMES,
    imageAddress: (siteAddress) => siteAddress,
    nonce: meta?.nonce === '' ? undefined : meta?.nonce,
  };
}
