export interface Place {
  env: Readonly<Record<string, string | undefined>>
  platform: string
  now: () => number
  package: string
  /** Where Linux reports whether programs may create user namespaces. */
  userns: string
  /** The folder of AppArmor's profiles. */
  profiles: string
  failure: string
  fetch: (folder: string) => Promise<string | null>
}
export const here: Place
export function whyNoWindow(place?: Pick<Place, 'env' | 'platform'>): string | null
export function presentProgram(place?: Pick<Place, 'env' | 'platform' | 'package'>): string | null
export function electronProgram(place?: Place): Promise<{ program: string } | { why: string }>
export function sandboxHelp(program: string, place?: Pick<Place, 'platform' | 'userns' | 'profiles'>): string | null
