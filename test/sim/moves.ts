/** The move of dates under trial. */
import type { Stage, Told, Trial } from './history.ts'
import { PROJECT } from './world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Minutes from the beginning: what stands, and what is wanted. The first is near enough to pass meanwhile. */
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

const locked = ({ process }: Stage, isLocked: boolean) =>
  void process().press(crypto.randomUUID(), { type: 'setPadlock', locked: isLocked } as never, 'window')

export const moves: Trial = {
  name: 'moveSchedule',
  otherHand: { acts: ['otherHandSchedules', 'otherHandCancels'], before: 'listSchedules' },
  acts: {
    personCancels: (on) => on.press('cancelSchedules', { projectId: PROJECT }),
    personMovesElsewhere: (on) => on.press('moveSchedule', { projectId: PROJECT, dates: iso(times(FURTHER, base)) }),
    padlockCloses(on) {
      locked(on, true)
    },
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
    /** The first of the old dates comes too near to be scheduled again; the first of the new ones does. */
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
    if (faults.length > 0) wrong(`a fault of our own: ${faults.map((one) => (one as Error).stack ?? one).join()}`)
    const cancel = said.find(({ operation }) => operation === 'cancelSchedules')
    if (cancel && isWhollyDone(cancel.outcome) && there.length > 0)
      wrong('what a person cancelled is there at the end')
    if (did('otherHandSchedules') && !same(there, times(FOREIGN, base))) wrong('dates of another hand were changed')
    if (otherWire.log.some(({ operation }) => !/^(get|list|verify)/.test(operation)))
      wrong('another service was written to')
    for (const one of said) for (const problem of untrue(one, old)) wrong(problem)
    const open = on.process().runs.ofService('a')
    for (const { waits } of open) if (!waits) wrong('something is under way without a word of what it waits for')
    if (open.length > 0) wrong(`it never came to its end: ${JSON.stringify(open.map(({ waits }) => waits))}`)
    const isAskedAway = did('personCancels') || did('otherHandSchedules') || did('otherHandCancels')
    const ends = [wanted, old, did('personMovesElsewhere') ? further : wanted].map(ahead)
    const lost = said.flatMap(({ outcome }) => lostOf(outcome))
    const isNamed = [...old].every((at) => at <= now || holds(there, at) || holds(lost, at))
    const isWhole = ends.some((dates) => same(dates, there))
    if (!isAskedAway && !isWhole && !isNamed) wrong('dates are gone, and nobody was told which')
    const sent = (operation: string) => on.wire.log.filter((one) => one.operation === operation).length
    if (sent('cancelSchedules') > 5 || sent('scheduleLive') > 5) wrong('it was sent again and again')
    if (!isAskedAway && history.faults.length === 0 && !history.act && !history.disk && !same(there, wanted))
      wrong('nothing befell it, and it was not moved')
    return problems
  },
}

/** What was told and was not so at that moment. */
function untrue({ outcome, operation, input, stood: all, source, now }: Told, old: readonly number[]): string[] {
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
  if (isFirst && /as they were|Nothing was changed/.test(message) && !stood.every((at) => holds(old, at)))
    return [`told that nothing changed: ${JSON.stringify(input)}`]
  return []
}

/** A cancel that the service carried out in part says so itself. */
const isWhollyDone = (outcome: Told['outcome']) =>
  outcome.result === 'done' && (outcome.done as { answer?: { failed?: number } }).answer?.failed === 0

function lostOf(outcome: Told['outcome']): number[] {
  if (outcome.result !== 'refused' || outcome.refusal.reason !== 'edit') return []
  return (outcome.refusal.detail as { lost?: number[] } | undefined)?.lost ?? []
}
