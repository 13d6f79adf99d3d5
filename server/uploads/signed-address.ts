import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a signed address allows: one upload, by one user, until a moment (milliseconds since 1970). */
export interface UploadGrant {
  readonly id: string;
  readonly user: string;
  readonly expires: number;
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ADDRESS = new RegExp(
  `^/api/objects/(${UUID})\\?expires=([0-9]{13})&user=(${UUID})&signature=[A-Za-z0-9_-]{43}$`,
);
const ID = new RegExp(`^/api/objects/(${UUID})$`);

/** The address of a grant. Whoever has it may use it; nobody without the secret can make or change one. */
export function signedAddress(grant: UploadGrant, secret: Uint8Array): string {
  const unsigned = `/api/objects/${grant.id}?expires=${grant.expires}&user=${grant.user}`;
  const signature = createHmac('sha256', secret).update(`PUT ${unsigned}`).digest('base64url');
  return `${unsigned}&signature=${signature}`;
}

/** What an address grants, or null unless it is, sign for sign, one that {@link signedAddress} gave. */
export function readSignedAddress(address: string, secret: Uint8Array): UploadGrant | null {
  const [, id = '', expires = '', user = ''] = ADDRESS.exec(address) ?? [];
  if (id === '') return null;
  const grant = { id, user, expires: Number(expires) };
  const expected = Buffer.from(signedAddress(grant, secret));
  const given = Buffer.from(address);
  return given.length === expected.length && timingSafeEqual(given, expected) ? grant : null;
}

/** The id in the path of an address that has no query, or null. */
export function uploadIdOf(path: string): string | null {
  return ID.exec(path)?.[1] ?? null;
}
