/** What profiles that nobody named are called. */
export const STUDIO_NAME = 'Local studio'
export const runName = (baseUrl: string): string => `${hostOf(baseUrl)} (this run)`

function hostOf(baseUrl: string): string {
  return /^https?:\/\/([^/]+)/i.exec(baseUrl)?.[1] ?? baseUrl
}
