/** The environment variables that packaging reads; electron-builder itself reads certificates and passwords there. */
export type PackagingEnvironment = Readonly<Record<string, string | undefined>>

/**
 * The address of the update feed (`CUELIGHT_UPDATE_URL`), or null: such a Cuelight is updated manually. Throws if it is
 * not an https address, because what is downloaded there is executed.
 */
export function feedOf({ CUELIGHT_UPDATE_URL: text }: PackagingEnvironment): string | null {
  if (!text) return null
  const url = URL.parse(text)
  if (url?.protocol === 'https:' && !url.username && !url.password) return url.href
  throw new Error('CUELIGHT_UPDATE_URL is not an https address without a password. Mend it or take it away.')
}

/** Is an Apple certificate configured, and can what is signed with it be notarized? */
export function signingOf(environment: PackagingEnvironment): { isSigned: boolean; isNotarized: boolean } {
  const isSigned = ['CSC_LINK', 'CSC_NAME'].some((name) => environment[name])
  const all = (...names: string[]) => names.every((name) => environment[name])
  const isNotarized =
    all('APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER') ||
    all('APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID')
  return { isSigned, isNotarized: isSigned && isNotarized }
}
