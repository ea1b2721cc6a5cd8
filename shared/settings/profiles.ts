import * as z from 'zod'
import { BaseUrl } from './baseUrl.ts'

export * from './profileIds.ts'

export const ProfileName = z.string().trim().min(1).max(60)
/** Profiles of one origin and one account label share one request budget (Decision "Budget"). */
export const AccountLabel = z.string().trim().min(1).max(60)
export const DEFAULT_ACCOUNT = 'default'

/** One account at one service, as it is kept. The key lies in the keychain, under the profile's id, and never here. */
export const Profile = z.object({
  id: z.uuid(),
  name: ProfileName,
  baseUrl: BaseUrl,
  account: AccountLabel,
  /** A key was put into the keychain: should none be found there, it is locked or was taken out by somebody else. */
  keyKept: z.boolean(),
  /** The service has accepted this very key before: should it not any more, the key was revoked. */
  keyWorked: z.boolean(),
})
export type Profile = z.output<typeof Profile>

/** Where a profile's key is. `locked`: in the keychain, which has to be unlocked first. `missing`: it was there once. */
export type KeyPlace = 'kept' | 'thisRun' | 'none' | 'locked' | 'missing' | 'reading'

/** The most profiles kept. */
export const MOST_PROFILES = 50
