/** The one account, and the kinds of account it can be to rehearse with. Its keys stay whatever it is. */
import type { AccountKind } from '../../../shared/rehearsal/rehearsalKinds.ts'
import { Refusal } from './find.ts'
import { ACCOUNT, type Account, type World, type WorldDraft } from './world.ts'

/** Makes the account another kind, from the next request on. */
export function setAccountKind(world: WorldDraft, kind: AccountKind): void {
  const account = world.accounts[ACCOUNT]
  if (account) account.kind = kind
}

/** Access by key is part of every paid plan and of no other (S). */
export function requireApiAccess({ kind }: Account): void {
  if (kind !== 'free') return
  const message = "The account's plan is Free, which has no access by key. Every paid plan has it."
  throw new Refusal('API_ACCESS_REQUIRES_PAID_PLAN', message)
}

/** Does the service keep a log of the files that were played? Only on request (S). */
export function hasPlayedFileLog({ kind }: Account): boolean {
  return kind !== 'noPlayedFileLog'
}

/** Refuses what would need room, where the account has none left. */
export function requireStorage({ kind }: Account): void {
  if (kind !== 'storageFull') return
  throw new Refusal(
    'STORAGE_LIMIT_EXCEEDED',
    "The account's storage is full. Delete files in the studio to make room.",
  )
}

/** The log of played files exists only where it was asked for (S). */
export function requirePlayedFileLog(account: Account): void {
  if (hasPlayedFileLog(account)) return
  throw new Refusal('FEATURE_NOT_AVAILABLE', 'The log of played files is not enabled for this account.')
}

/** Statistics come from the video platform, which the account's holder must have allowed to be asked (P). */
export function requireConsent({ kind }: Account): void {
  if (kind !== 'noConsent') return
  const message = 'The account has not allowed statistics to be read from the video platform.'
  throw new Refusal('YOUTUBE_ANALYTICS_CONSENT_REQUIRED', message)
}

/** The largest pictures are not part of every plan. */
export function requireFormat(world: World, format = ''): void {
  if (world.accounts[ACCOUNT]?.kind !== 'planLimits' || !format.endsWith('_2160p')) return
  throw new Refusal('FORMAT_NOT_AVAILABLE', "The account's plan does not have 2160p.", { field: 'format' })
}

/** Refuses one broadcast or date more than the account may have at once. */
export function requireRoomForBroadcast(world: World): void {
  if (world.accounts[ACCOUNT]?.kind !== 'tooManyBroadcasts') return
  throw new Refusal('LIMIT_REACHED', 'The account has as many broadcasts and dates as its plan allows.')
}
