/** The status of Express's own refusals, such as an address that cannot be decoded; null for any other failure. */
export function refusedStatus(error: unknown): number | null {
  if (!(error instanceof Error) || !('status' in error)) return null;
  const { status } = error;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}
