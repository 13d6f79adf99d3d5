/** Whether `error` comes from the system with one of these codes (ENOENT, EEXIST, …). */
export function isSystemError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
