import * as z from 'zod';
import { byId, empty, newUsernameSchema, usernameSchema, whenMissing } from './fields.ts';
import { AUDIT_EVENT_TYPES, AUDIT_RESOURCE_TYPES, operation } from './operation.ts';

/** docs/product.md, Sign-in: both are required; what they may be at most protects bcrypt, not the rule. */
const password = z.string(whenMissing('Mot de passe requis')).min(1, 'Mot de passe requis').max(1000);

export const credentialsSchema = z.object({ username: usernameSchema, password });

const userSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  /** The name commits carry. */
  displayName: z.string(),
  email: z.string(),
});
export type User = z.output<typeof userSchema>;

const sessionSchema = z.object({
  id: z.uuid(),
  /** ISO 8601. */
  createdAt: z.string(),
  lastSeenAt: z.string(),
  userAgent: z.string(),
  ipAddress: z.string(),
  isCurrent: z.boolean(),
});

const applicationPasswordSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});

/** docs/product.md, Audit log. */
export const auditEventSchema = z.object({
  id: z.uuid(),
  eventType: z.enum(AUDIT_EVENT_TYPES),
  resourceType: z.enum(AUDIT_RESOURCE_TYPES).nullable(),
  resourceId: z.string().nullable(),
  userAgent: z.string().nullable(),
  ipAddress: z.string(),
  sessionId: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  severity: z.enum(['info', 'warning', 'error']),
  /** ISO 8601. */
  timestamp: z.string(),
  visitorHash: z.string(),
});
export type AuditEvent = z.output<typeof auditEventSchema>;

const previewLinkSchema = z.object({
  id: z.uuid(),
  postId: z.uuid(),
  createdAt: z.string(),
  expiresAt: z.string(),
});

const account = { eventType: 'account', resourceType: 'user' } as const;

/** The calls only a server has: who is signed in, what the audit log says, signed addresses. */
export const accountOperations = {
  getUser: operation({
    routes: ['GET /api/user'],
    output: userSchema,
    summary: 'Who is signed in; 401 when nobody is.',
  }),
  login: operation({
    access: 'public',
    routes: ['POST /api/login'],
    input: credentialsSchema,
    output: userSchema,
    makesStale: ['getUser'],
    summary: 'Signs in and sets the session cookie.',
  }),
  logout: operation({
    access: 'public',
    routes: ['POST /api/logout'],
    output: z.object({ message: z.string() }),
    summary: 'Ends the session on the server and removes the cookie; succeeds without a session too.',
  }),
  getRegistration: operation({
    access: 'public',
    routes: ['GET /api/register'],
    output: z.object({ isFirst: z.boolean() }),
    summary: 'Whether there is no administrator yet, so that the one-time code creates the first.',
  }),
  register: operation({
    access: 'public',
    routes: ['POST /api/register'],
    input: z.object({
      username: newUsernameSchema,
      password,
      displayName: z.string().trim().max(100).optional(),
      email: z.union([z.literal(''), z.email()]).optional(),
      /** The one-time code printed at the first start, while there is no administrator. */
      code: z.string().trim().max(100).optional(),
    }),
    output: userSchema,
    status: 201,
    makesStale: ['getUser', 'getRegistration'],
    summary:
      'Creates the first administrator with the one-time code (and signs in), or another one by an administrator.',
    audit: account,
  }),
  updateProfile: operation({
    routes: ['PATCH /api/account'],
    input: z.object({
      displayName: z.string().trim().min(1).max(100),
      email: z.union([z.literal(''), z.email()]),
    }),
    output: userSchema,
    makesStale: ['getUser'],
    summary: 'Changes the name and e-mail that commits carry.',
    audit: account,
  }),
  changePassword: operation({
    routes: ['POST /api/account/password'],
    input: z.object({ current: password, next: password }),
    output: empty,
    status: 204,
    makesStale: ['listSessions'],
    summary: 'Changes the password and ends every other session.',
    audit: account,
  }),
  listSessions: operation({
    routes: ['GET /api/account/sessions'],
    output: z.array(sessionSchema),
    summary: 'Living sessions of the signed-in user.',
  }),
  endSession: operation({
    routes: ['DELETE /api/account/sessions/:id'],
    input: byId,
    output: empty,
    status: 204,
    makesStale: ['listSessions'],
    summary: 'Ends one session.',
    audit: account,
  }),
  endAllSessions: operation({
    routes: ['DELETE /api/account/sessions'],
    output: empty,
    status: 204,
    summary:
      'Ends every session of the signed-in user, this one included («\u00a0déconnecter partout\u00a0»).',
    audit: account,
  }),
  listApplicationPasswords: operation({
    routes: ['GET /api/account/application-passwords'],
    output: z.array(applicationPasswordSchema),
    summary: 'Application passwords (for the git remote), without their text.',
  }),
  createApplicationPassword: operation({
    routes: ['POST /api/account/application-passwords'],
    input: z.object({ name: z.string().trim().min(1).max(100) }),
    output: applicationPasswordSchema.extend({ password: z.string() }),
    status: 201,
    makesStale: ['listApplicationPasswords'],
    summary: 'Makes an application password; its text is shown this once.',
    audit: account,
  }),
  deleteApplicationPassword: operation({
    routes: ['DELETE /api/account/application-passwords/:id'],
    input: byId,
    output: empty,
    status: 204,
    makesStale: ['listApplicationPasswords'],
    summary: 'Revokes an application password.',
    audit: account,
  }),
  listAuditEvents: operation({
    routes: ['GET /api/admin/journal'],
    input: z.object({
      eventType: z.enum(AUDIT_EVENT_TYPES).optional(),
      severity: z.enum(['info', 'warning', 'error']).optional(),
      search: z.string().max(200).optional(),
      /** The id of the last event already shown. */
      after: z.uuid().optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    output: z.object({ events: z.array(auditEventSchema), hasMore: z.boolean() }),
    summary: 'The audit log, newest first.',
  }),
  createPreviewLink: operation({
    routes: ['POST /api/admin/posts/:id/previews'],
    input: byId.extend({ days: z.number().int().min(1).max(90).default(7) }),
    output: previewLinkSchema.extend({ url: z.string() }),
    status: 201,
    makesStale: ['listPreviewLinks'],
    summary: 'Makes an address that shows a draft to whoever has it, until it expires or is revoked.',
    audit: { eventType: 'create', resourceType: 'post' },
  }),
  listPreviewLinks: operation({
    routes: ['GET /api/admin/posts/:id/previews'],
    input: byId,
    output: z.array(previewLinkSchema),
    summary: 'Preview addresses of a post that still work, without the addresses themselves.',
  }),
  revokePreviewLink: operation({
    routes: ['DELETE /api/admin/previews/:id'],
    input: byId,
    output: empty,
    status: 204,
    makesStale: ['listPreviewLinks'],
    summary: 'Revokes a preview address.',
    audit: { eventType: 'delete', resourceType: 'post' },
  }),
  createObjectUpload: operation({
    routes: ['POST /api/objects/upload'],
    output: z.object({ uploadURL: z.string() }),
    summary: 'A signed address that takes one PUT of a picture within 15 minutes.',
  }),
  finalizeObjectUpload: operation({
    routes: ['PUT /api/objects/finalize'],
    input: z.object({ imageURL: z.string().min(1).max(2000) }),
    output: z.object({ url: z.string(), filename: z.string(), objectPath: z.string() }),
    summary: 'Puts what was sent to a signed address into the repository, cleaned like any upload.',
    audit: { eventType: 'upload', resourceType: 'image' },
  }),
} as const;
