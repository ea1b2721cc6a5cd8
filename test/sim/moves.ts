/** The move of dates under test. */
import type { Run } from '../../electron/core/workflows/runs.ts'
import type { Stage, Told, Trial } from './history.ts'
import { PROJECT } from './world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Minutes from the beginning: the old dates and the wanted ones. The first is near enough to pass meanwhile. */
const OLD = [12, 180]
const WANTED = [30, 300]
const FURTHER = [45, 400]
const FOREIGN = [1_000]

const times = (minutes: readonly number[], base: number) => minutes.map((one) => base + one * MINUTE)
const iso = (dates: readonly number[]) => dates.map((at) => new Date(at).toISOString())

let base = 0
const near = (one: number, other: number) => Math.abs(one - other) < MINUTE
const holds = (list: readonly number[], at: number) => list.some((one) => near(one, at))
const same = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((at) => holds(other, at))

export const moves: Trial = {
  name: 'moveSchedule',
  most: { requests: 14, writes: 8 },
  otherHand: { acts: ['otherHandSchedules', 'otherHandCancels'], before: 'listSchedules' },
  acts: {
    personCancels: (on) => on.press('cancelSchedules', { projectId: PROJECT }),
    personMovesElsewhere: (on) => on.press('moveSchedule', { projectId: PROJECT, dates: iso(times(FURTHER, base)) }),
    padlockCloses: (on) => on.command({ type: 'setPadlock', locked: true }, 'window'),
    otherHandSchedules({ world }) {
      world.dates = []
      world.schedule(times(FOREIGN, base))
    },
    otherHandCancels({ world }) {
      world.dates = []
    },
    broadcastBegins({ world, clock }) {
      if (!world.live) world.start(clock.now() + 3 * MINUTE)
    },
    profileSwitched(on) {
      on.process().switchTo('b')
      on.later(MINUTE, () => on.process().switchTo('a'))
    },
    clockJumps: ({ clock }) => clock.jump(HOUR / 4),
    clockJumpsBack: ({ clock }) => clock.jump(-HOUR),
    datesPass: ({ clock }) => clock.jump(13 * MINUTE),
    /** The first of the old dates becomes too near to be scheduled again, or the first of the new ones does. */
    oldDateComesNear: ({ clock }) => clock.jump(10 * MINUTE),
    newDateComesNear: ({ clock }) => clock.jump(28 * MINUTE),
    killed: (on) => on.kill(),
  },
  prepare({ world, clock }) {
    base = clock.now()
    world.schedule(times(OLD, base))
  },
  begin(on) {
    on.press('moveSchedule', { projectId: PROJECT, dates: iso(times(WANTED, base)) })
  },
  broken(on) {
    const { world, told, acts, faults, otherWire, clock, history } = on
    world.tick()
    const there = world.dates.map(({ at }) => at)
    const now = clock.now()
    const ahead = (dates: readonly number[]) => dates.filter((at) => at > now)
    const [old, wanted, further] = [OLD, WANTED, FURTHER].map((dates) => times(dates, base)) as [
      number[],
      number[],
      number[],
    ]
    const did = (act: string) => acts.some((one) => one.act === act)
    const said = told.filter(({ source }) => source === 'core' || source === 'panel')
    const problems: string[] = []
    const wrong = (what: string) => problems.push(what)
    const lost = said.flatMap(({ outcome }) => lostOf(outcome))
    if (faults.length > 0) wrong(`a fault of our own: ${faults.map((one) => (one as Error).stack ?? one).join()}`)
    const cancel = said.find(({ operation }) => operation === 'cancelSchedules')
    // If the service confirms a cancel without doing it, no client could report the truth.
    const itsRequest = on.wire.log.findLast(
      ({ operation, at }) => operation === 'cancelSchedules' && at <= (cancel?.now ?? 0),
    )
    if (cancel && itsRequest?.fault !== 'otherwise' && isWhollyDone(cancel.outcome) && there.length > 0)
      wrong('what a person cancelled is there at the end')
    // A request in flight when another client acts cannot be recalled, so the replaced dates must be named.
    const foreign = times(FOREIGN, base)
    const isForeignNamed = foreign.every((at) => holds(lost, at)) && there.length === 0
    // Sent before another client acted, it arrived after that, and no reading showed in between what it took.
    const taker = on.wire.log.find(
      ({ operation, fault, stood }) =>
        operation === 'cancelSchedules' && fault === 'late' && foreign.some((at) => holds(stood, at)),
    )
    const wasSeen = on.wire.log.some(
      ({ operation, ok, fault, stood }) =>
        operation === 'listSchedules' && ok && !fault && foreign.some((at) => holds(stood, at)),
    )
    const isUnknowable = taker !== undefined && !wasSeen
    if (did('otherHandSchedules') && !same(there, foreign) && !isForeignNamed && !isUnknowable)
      wrong('dates of another hand were changed')
    if (otherWire.log.some(({ operation }) => !/^(get|list|verify)/.test(operation)))
      wrong('another service was written to')
    const isShared = did('otherHandSchedules') || did('personMovesElsewhere')
    for (const one of said) for (const problem of untrue(one, old, isShared)) wrong(problem)
    // If the response to the user's own cancel was lost, the move waits for the user.
    const isParked = ({ waits, isMet }: Run) => did('personCancels') && isMet === true && waits?.for === 'person'
    const open = on
      .process()
      .runs.ofService('a')
      .filter((run) => !isParked(run))
    for (const { waits } of open) if (!waits) wrong('something is under way without a word of what it waits for')
    if (open.length > 0) wrong(`it never came to its end: ${JSON.stringify(open.map(({ waits }) => waits))}`)
    const isAskedAway = did('personCancels') || did('otherHandSchedules') || did('otherHandCancels')
    const ends = [wanted, old, did('personMovesElsewhere') ? further : wanted].map(ahead)
    const isNamed = [...old].every((at) => at <= now || holds(there, at) || holds(lost, at))
    const isWhole = ends.some((dates) => same(dates, there))
    if (!isAskedAway && !isWhole && !isNamed) wrong('dates are gone, and nobody was told which')
    const isWished = isAskedAway || acts.some(({ act }) => act === 'personMovesElsewhere')
    const claims = said.flatMap(({ outcome }) => datesDone(outcome))
    if (!isAskedAway && claims.length > 0 && !same(ahead(claims.at(-1) ?? []), there))
      wrong('told as moved, and other dates stand at the end')
    for (const { outcome, stood, now: then } of said) {
      const aheadThen = (dates: readonly number[]) => dates.filter((at) => at > then)
      if (!isWished && saysUnchanged(outcome) && !same(aheadThen(stood), aheadThen(old)))
        wrong('told that nothing changed, and dates are gone')
    }
    const cancelledAt = acts.find(({ act }) => act === 'otherHandCancels')?.wall ?? Number.POSITIVE_INFINITY
    // After a lost response no reading shows whether a create arrived and was cancelled, or never arrived.
    const isLost =
      history.faults.some(({ fault }) => /After|late/.test(fault)) || history.disk?.fate.startsWith('kill')
    const creates = on.wire.log.filter(({ operation, ok }) => operation === 'scheduleLive' && ok)
    // If ours had just cancelled all dates, the other client's cancel removed nothing.
    const isNone =
      on.wire.log.findLast(
        ({ operation, ok, at }) => ok && at < cancelledAt && /^(cancelSchedules|scheduleLive)$/.test(operation),
      )?.operation === 'cancelSchedules'
    if (
      !isLost &&
      !isNone &&
      !did('personMovesElsewhere') &&
      creates[0] &&
      creates[0].at < cancelledAt &&
      creates.some(({ at }) => at > cancelledAt)
    )
      wrong('what another hand cancelled was put back')
    if (!did('personCancels')) for (const problem of wronglyCancelled(on, old)) wrong(problem)
    const sent = (operation: string) => on.wire.log.filter((one) => one.operation === operation).length
    if (sent('cancelSchedules') > 5 || sent('scheduleLive') > 5) wrong('it was sent again and again')
    if (!isAskedAway && history.faults.length === 0 && !history.act && !history.disk && !same(there, wanted))
      wrong('nothing befell it, and it was not moved')
    return problems
  },
}

/** Dates that were cancelled after a reading showed the project on air, or only to be restored. */
function wronglyCancelled({ wire, acts }: Stage, old: readonly number[]): string[] {
  let isKnownOnAir = false
  /** When the old dates were last restored. */
  let backAt: number | null = null
  let again = 0
  // A move sends at most two cancels; dates that exist after that must not be cancelled only to be restored.
  const asked = acts.find(({ act }) => act === 'personMovesElsewhere')
  const most = asked ? 4 : 2
  const isAskedSince = (from: number, to: number) => asked !== undefined && from < asked.wall && asked.wall <= to
  const further = times(FURTHER, base)
  const datesIn = (body: unknown) => ((body as { dates?: string[] }).dates ?? []).map(Date.parse)
  const problems: string[] = []
  for (const [index, { nth, operation, ok, fault, stood, onAir, body, at }] of wire.log.entries()) {
    // Only readings of the move itself: another reading may return while the cancel is in flight.
    if (operation === 'getProject' && nth !== null) isKnownOnAir = onAir
    const dates = datesIn(body)
    if (operation === 'scheduleLive' && ok) [backAt, again] = [dates.every((one) => holds(old, one)) ? at : null, 0]
    if (operation !== 'cancelSchedules' || !ok || stood.length === 0 || fault === 'late') continue
    if (isKnownOnAir && onAir) problems.push('dates were cancelled while the project is on air')
    const isOld = stood.every((one) => holds(old, one))
    if (isOld) again += 1
    // The user's other move may have been requested before, and has a cancel of its own.
    const follows = wire.log.slice(index + 1).find((one) => one.operation === 'scheduleLive')
    const isForOther = datesIn(follows?.body ?? {}).some((one) => holds(further, one))
    const isBack = backAt !== null && !isForOther && !isAskedSince(backAt, at)
    if (isOld && (isBack || again > most)) problems.push('old dates that stood were taken away to be put back')
  }
  return problems
}

/** Reports that were not true at that moment. */
function untrue(
  { outcome, operation, input, stood: all, source, now }: Told,
  old: readonly number[],
  /** The dates left unchanged may include those of another client, or of another move. */
  isShared: boolean,
): string[] {
  const ahead = (dates: readonly number[]) => dates.filter((at) => at > now)
  const stood = ahead(all)
  if (operation !== 'moveSchedule' && source !== 'core') return []
  if (outcome.result === 'done') {
    const { answer } = outcome.done as { answer?: { dates?: number[] } }
    const dates = answer?.dates ?? []
    return same(ahead(dates), stood) ? [] : ['told as moved, and other dates stand']
  }
  if (outcome.result !== 'refused' || outcome.refusal.reason !== 'edit') return []
  const { message, detail } = outcome.refusal
  const { back } = (detail ?? {}) as { back?: number[] }
  if (back && !same(ahead(back), stood)) return ['told what stands, and other dates stand']
  const isFirst = input.dates === undefined || same((input.dates as string[]).map(Date.parse), times(WANTED, base))
  if (
    isFirst &&
    !isShared &&
    /as they were|Nothing was changed/.test(message) &&
    !stood.every((at) => holds(old, at))
  )
    return [`told that nothing changed: ${JSON.stringify(input)}`]
  return []
}

const datesDone = (outcome: Told['outcome']): number[][] => {
  const { dates } = (outcome.result === 'done' && (outcome.done as { answer?: { dates?: number[] } }).answer) || {}
  return dates ? [dates] : []
}

const saysUnchanged = (outcome: Told['outcome']) =>
  outcome.result === 'refused' &&
  outcome.refusal.reason === 'edit' &&
  /as they were|Nothing was changed/.test(outcome.refusal.message)

/** A cancel that the service carried out only in part reports that. */
const isWhollyDone = (outcome: Told['outcome']) =>
  outcome.result === 'done' && (outcome.done as { answer?: { failed?: number } }).answer?.failed === 0

function lostOf(outcome: Told['outcome']): number[] {
  if (outcome.result !== 'refused' || outcome.refusal.reason !== 'edit') return []
  return (outcome.refusal.detail as { lost?: number[] } | undefined)?.lost ?? []
}
