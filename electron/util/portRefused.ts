/**
 * Could that port not be had, so that another one is worth a try? Another program has it, or this user may not: low ones
 * are kept for the system, and some for nobody.
 */
export function isPortRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EADDRINUSE', 'EACCES'].includes(String(error.code))
}
