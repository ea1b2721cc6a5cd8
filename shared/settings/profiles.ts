import * as z from 'zod'
import { plainName } from '../util/plainName.ts'
import { BaseUrl } from './baseUrl.ts'

export * from './profileIds.ts'

export const ProfileName = z.string().overwrite(plainName).min(1).max(60)
/** Profiles of one origin and one account label share one request budget (Decision "Budget"). */
export const AccountLabel = z.string().overwrite(plainName).min(1).max(60)
export const DEFAULT_ACCOUNT = 'default'

/** One account at one service, as stored. The key is in the keychain, under the profile's id, and never here. */
export const Profile = z.object({
  id: z.uuid(),
  name: ProfileName,
  baseUrl: BaseUrl,
  account: AccountLabel,
  /**
   * With the base URL, the key under which the account's data is stored: its own id; in earlier versions, the label.
   */
  keptBy: z.string().optional(),
  /** A key was put into the keychain: if none is found there, it is locked, or someone else removed the key. */
  keyKept: z.boolean(),
  /** The service has accepted this very key before: if it no longer does, the key was revoked. */
  keyWorked: z.boolean(),
})
export type Profile = z.output<typeof Profile>

type Kept = Pick<Profile, 'baseUrl' | 'account' | 'keptBy'>

/**
 * The id under which all data of a profile's account is stored. Two accounts at one service are distinct even with the
 * same label: the label only names a request budget.
 */
export const serviceIdOf = ({ baseUrl, account, keptBy = account }: Kept): string => `${baseUrl} ${keptBy}`

/** Earlier versions stored account data by label: the first profile with a label keeps that data. */
export function toldApart(profiles: readonly Profile[]): Profile[] {
  const taken = new Set<string>()
  return profiles.map((one) => {
    const { id, account, keptBy = taken.has(serviceIdOf(one)) ? id : account } = one
    taken.add(serviceIdOf(one))
    return { ...one, keptBy }
  })
}

/**
 * Where a profile's key is. `locked`: in the keychain, which must be unlocked first. `missing`: it was there before.
 */
export type KeyPlace = 'kept' | 'thisRun' | 'none' | 'locked' | 'missing' | 'reading'

/** The maximum number of stored profiles. */
export const MOST_PROFILES = 50
