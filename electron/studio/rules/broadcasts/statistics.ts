import type { Query } from '../../../../shared/contract/operations.ts'
import { DAY_MS } from '../../../../shared/util/clock.ts'
import { clockJump, faultAtWork, hasLogin } from '../faults/faults.ts'
import { find, Refusal, requireBroadcast } from '../world/find.ts'
import type { Account, Broadcast, World } from '../world/world.ts'

/** The sections that can be requested besides the overview. */
const SECTIONS = ['dailyTrend', 'trafficSources', 'ageGroups', 'genders', 'devices', 'geography'] as const
export type Section = (typeof SECTIONS)[number]

/** The most days that are reported individually. */
const MOST_DAYS = 366
const MOST_MS = MOST_DAYS * DAY_MS

/**
 * Checks a request for a finished broadcast's statistics, and returns its days and sections.
 * @throws Refusal
 */
export function readStatistics(world: World, account: Account, liveId: string, query: Query<'getStatistics'>) {
  requireBroadcast(world, liveId)
  const found = find(world.broadcasts, liveId)
  if (!found) {
    throw new Refusal('LIVE_NOT_FOUND', `The broadcast ${liveId} still runs: statistics exist once it has ended.`, {
      liveId,
    })
  }
  const broadcast = byClock(found, clockJump(world))
  requireChannel(world, account, query.accountId)
  const { from, until } = daysAsked(query, broadcast)
  if (dayOf(until) < dayOf(from)) throw wrong('endDate', 'is before startDate')
  if (until - from > MOST_MS) throw wrong('endDate', `is more than ${MOST_DAYS} days after startDate`)
  const sections = query.sections?.split(',').map((one) => one.trim()) ?? []
  const unknown = sections.find((one) => !(SECTIONS as readonly string[]).includes(one))
  if (unknown !== undefined) throw wrong('sections', `there is no "${unknown}", only ${SECTIONS.join(', ')}`)
  if (faultAtWork(world, 'statisticsRefused'))
    throw new Refusal('PLATFORM_ERROR', 'The platform gives no statistics.')
  return { broadcast, days: daysFrom(from, until), sections: sections as Section[] }
}

/** A broadcast at the times that the service reports: its days are counted by the same clock. */
const byClock = (broadcast: Broadcast, ms: number): Broadcast => ({
  ...broadcast,
  startedAt: broadcast.startedAt + ms,
  liveAt: broadcast.liveAt === null ? null : broadcast.liveAt + ms,
  endedAt: broadcast.endedAt + ms,
})

/** For an account with several channels, the request must name one of them. */
function requireChannel(world: World, { kind }: Account, accountId: string | undefined): void {
  if (kind !== 'severalChannels') return
  const channels = Object.values(world.destinations).filter(hasLogin)
  if (accountId === undefined) {
    const availableAccounts = channels.map(({ id, name }) => ({ id, name }))
    const message = 'The account has several channels: ask with the accountId of one of them.'
    throw new Refusal('ACCOUNT_SELECTION_REQUIRED', message, { field: 'accountId', availableAccounts })
  }
  if (!channels.some(({ id }) => id === accountId)) throw wrong('accountId', `there is no channel ${accountId}`)
}

/**
 * The requested days. Missing dates are chosen so that there are never too many days: for a longer broadcast the days
 * up to its end, or those after the requested start.
 */
function daysAsked({ startDate, endDate }: Query<'getStatistics'>, { startedAt, endedAt }: Broadcast) {
  const [first, last] = [timeOf(startDate), timeOf(endDate)]
  // An end date on the day it began is the midnight before `startedAt`.
  const from = first ?? Math.min(last ?? endedAt, Math.max(startedAt, (last ?? endedAt) - MOST_MS))
  return { from, until: last ?? Math.min(Math.max(from, endedAt), from + MOST_MS) }
}

const dayOf = (at: number) => Math.floor(at / DAY_MS)

const timeOf = (text: string | undefined) => (text === undefined ? null : Date.parse(text))

function daysFrom(from: number, until: number): string[] {
  const days = dayOf(until) - dayOf(from) + 1
  return Array.from({ length: days }, (_, day) => new Date(from + day * DAY_MS).toISOString().slice(0, 10))
}

const wrong = (field: string, message: string) => new Refusal('VALIDATION_ERROR', `${field}: ${message}`, { field })
