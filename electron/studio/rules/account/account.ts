/** The one account, and the kinds of account it can be for rehearsing. It keeps its keys whatever kind it is. */
import type { ServiceCode } from '../../../../shared/contract/errors.ts'
import type { AccountKind } from '../../../../shared/rehearsal/rehearsalKinds.ts'
import { Refusal } from '../world/find.ts'
import { ACCOUNT, type Account, type World, type WorldDraft } from '../world/world.ts'

/** What each kind of account is refused. */
const REFUSED = {
  /** Access by key is part of every paid plan and of no other (S). */
  free: [
    'API_ACCESS_REQUIRES_PAID_PLAN',
    "The account's plan is Free, which has no access by key. Every paid plan has it.",
  ],
  /** The log exists only if it was requested (S). */
  noPlayedFileLog: ['FEATURE_NOT_AVAILABLE', 'The log of played files is not enabled for this account.'],
  /** Statistics come from the video platform; the account's holder must have allowed access to it (P). */
  noConsent: [
    'YOUTUBE_ANALYTICS_CONSENT_REQUIRED',
    'The account has not allowed statistics to be read from the video platform.',
  ],
  storageFull: ['STORAGE_LIMIT_EXCEEDED', "The account's storage is full. Delete files in the studio to make room."],
  planLimits: ['FORMAT_NOT_AVAILABLE', "The account's plan does not have 2160p."],
  tooManyBroadcasts: ['LIMIT_REACHED', 'The account has as many broadcasts and dates as its plan allows.'],
} as const satisfies Partial<Record<AccountKind, readonly [ServiceCode, string]>>

/** Throws the refusal of that kind if the account is of that kind. */
export function refuseIf(kind: keyof typeof REFUSED, account: Account | undefined, details = {}): void {
  if (account?.kind !== kind) return
  const [code, message] = REFUSED[kind]
  throw new Refusal(code, message, details)
}

/** The only account. */
export const accountIn = (world: World): Account | undefined => world.accounts[ACCOUNT]

/** Makes the account another kind, from the next request on. */
export function setAccountKind(world: WorldDraft, kind: AccountKind): void {
  const account = world.accounts[ACCOUNT]
  if (account) account.kind = kind
}
