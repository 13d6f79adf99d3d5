import * as z from 'zod';
import { whenMissing } from './fields.ts';

/** The name someone signs in with. docs/product.md, Sign-in: it is required; what it may be at most protects the server. */
export const usernameSchema = z
  .string(whenMissing('Nom d’utilisateur requis'))
  .trim()
  .min(1, 'Nom d’utilisateur requis')
  .max(100);

/** A name that may be chosen. */
export const newUsernameSchema = usernameSchema.regex(
  /^[\p{L}\p{N}][\p{L}\p{N} ._@-]*$/u,
  'lettres, chiffres, espaces et . _ @ - seulement',
);
