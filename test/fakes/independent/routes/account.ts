import { playedCsv, playedView, statisticsView } from '../mediaViews.ts'
import { optional } from '../options.ts'
import { played } from '../player.ts'
import { type Answer, assertQuery, errorAnswer, fieldsOf, invalid, oneOf, Refusal, texts } from '../refusal.ts'
import { outletView } from '../views.ts'
import type { PastRun, World } from '../world.ts'
import { type Call, ok, page, type Route } from './call.ts'

export const accountRoutes: Route[] = [
  { method: 'GET', pattern: '/destinations', handle: listOutlets },
  { method: 'POST', pattern: '/destinations/verify', handle: verify },
  { method: 'GET', pattern: '/account', handle: account },
  { method: 'GET', pattern: '/broadcasts/:live/statistics', handle: statistics },
  { method: 'GET', pattern: '/broadcasts/:live/played-files', handle: playedFiles },
]

function listOutlets(call: Call) {
  assertQuery(call.query, ['limit', 'offset'])
  return page(call, 'destinations', call.world.outlets, outletView)
}

function verify({ world, body }: Call) {
  const ids = texts(fieldsOf(body, ['destinationIds']).destinationIds, 'destinationIds', 1, 50)
  return ok({ results: ids.map((id) => verdict(world, id)) })
}

/** A custom RTMP destination is not contacted: being on the account is all there is to check. */
function verdict(world: World, id: string): object {
  const outlet = world.outlet(id)
  if (!outlet) throw new Refusal('DESTINATION_NOT_FOUND', `No destination ${id} is connected.`)
  const valid = outlet.provider === 'rtmp' || outlet.tokenValid
  return valid ? { id, valid } : { id, valid, ...optional(world.settings.shape, { error: 'AUTH_ERROR' }) }
}

/** A minimal service has no such resource. */
function account({ world }: Call): Answer {
  if (world.settings.shape === 'minimal') return errorAnswer(404, undefined, 'Not here.')
  return ok({ plan: world.plan, apiAccess: true, playedFileLog: world.may.playedFileLog })
}

/** A past broadcast: others have no statistics. */
function pastRun({ world, params }: Call): PastRun {
  const found = world.projects.flatMap(({ past }) => past).find(({ run }) => run.liveId === params.live)
  if (!found) throw new Refusal('LIVE_NOT_FOUND', `There is no past broadcast ${params.live}.`)
  return found
}

const SECTIONS = ['dailyTrend', 'trafficSources', 'ageGroups', 'genders', 'devices', 'geography']

function statistics(call: Call): Answer {
  const { world, query } = call
  assertQuery(query, ['accountId', 'startDate', 'endDate', 'sections'])
  const run = pastRun(call)
  if (!world.may.statistics) {
    throw new Refusal('YOUTUBE_ANALYTICS_CONSENT_REQUIRED', 'The account holder has not agreed to statistics.')
  }
  if (world.channels.length > 1 && !world.channels.some(({ id }) => id === query.get('accountId'))) {
    throw new Refusal('ACCOUNT_SELECTION_REQUIRED', 'Which channel?', { availableAccounts: world.channels })
  }
  if (world.platformFails) throw new Refusal('PLATFORM_ERROR', 'The platform gives no statistics.')
  const days = { first: dayIn(query, 'startDate'), last: dayIn(query, 'endDate') }
  const asked = query.get('sections')?.split(',').filter(Boolean) ?? []
  const sections = asked.map((section) => oneOf(section, 'sections', SECTIONS))
  return ok(statisticsView(world, run, sections, days))
}

/** A day, or a time with its zone, which is converted to a UTC day; it must exist. */
function dayIn(query: URLSearchParams, field: string): string | null {
  const value = query.get(field)
  if (value === null) return null
  const day = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.exec(value)?.[1]
  const isThere = day !== undefined && !Number.isNaN(Date.parse(value))
  if (!isThere || new Date(`${day}T00:00Z`).toISOString().slice(0, 10) !== day) throw invalid(field, 'a date')
  return new Date(value).toISOString().slice(0, 10)
}

function playedFiles(call: Call): Answer {
  const { world, query, accept } = call
  assertQuery(query, ['limit', 'offset'])
  const { run, endedAt } = pastRun(call)
  if (!world.may.playedFileLog) throw new Refusal('FEATURE_NOT_AVAILABLE', 'The log of played files is not enabled.')
  const { rows, total } = played(run, endedAt)
  if (accept.includes('text/csv')) return { status: 200, text: playedCsv(rows), type: 'text/csv; charset=utf-8' }
  return page(call, 'rows', rows, (row) => playedView(world, row), total)
}
