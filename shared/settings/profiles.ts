import * as z from 'zod'
import { plainName } from '../util/plainName.ts'
import { BaseUrl } from './baseUrl.ts'

export * from './profileIds.ts'

export const ProfileName = z.string().overwrite(plainName).min(1).max(60)
/** Profiles of one origin and one account label share one request budget (Decision "Budget"). */
export const AccountLabel = z.string().overwrite(plainName).min(1).max(60)
export const DEFAULT_ACCOUNT = 'default'

/** One account at one service, as it is kept. The key lies in the keychain, under the profile's id, and never here. */
export const Profile = z.object({
  id: z.uuid(),
  name: ProfileName,
  baseUrl: BaseUrl,
  account: AccountLabel,
  /** What is known of its account is kept by this, beside the base URL: its own id. Earlier versions took the label. */
  keptBy: z.string().optional(),
  /** A key was put into the keychain: should none be found there, it is locked or was taken out by somebody else. */
  keyKept: z.boolean(),
  /** The service has accepted this very key before: should it not any more, the key was revoked. */
  keyWorked: z.boolean(),
})
export type Profile = z.output<typeof Profile>

type Kept = Pick<Profile, 'baseUrl' | 'account' | 'keptBy'>

/**
 * Under which all that is known of a profile's account is kept. Two accounts of one service are two, whatever their label:
 * that names a request budget.
 */
export const serviceIdOf = ({ baseUrl, account, keptBy = account }: Kept): string => `${baseUrl} ${keptBy}`

/** Profiles of an earlier version keep what was known of them: the first of those that it took for one. */
export function toldApart(profiles: readonly Profile[]): Profile[] {
  const taken = new Set<string>()
  return profiles.map((one) => {
    const { id, account, keptBy = taken.has(serviceIdOf(one)) ? id : account } = one
    taken.add(serviceIdOf(one))
    return { ...one, keptBy }
  })
}

/** Where a profile's key is. `locked`: in the keychain, which has to be unlocked first. `missing`: it was there once. */
export type KeyPlace = 'kept' | 'thisRun' | 'none' | 'locked' | 'missing' | 'reading'

/** The most profiles kept. */
export const MOST_PROFILES = 50
