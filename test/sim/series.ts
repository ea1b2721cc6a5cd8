/**
 * Series of user requests after a request that arrives late, or after one that is refused: what the user asked for last
 * counts at the end, and whatever else a late request brings or takes is named. The late one is part of a workflow, or
 * the user's own.
 */
import { randomUUID } from 'node:crypto'
import { dayOf, timeOfDay } from '../../shared/words/format.ts'
import { seeded } from '../fakes/random.ts'
import type { Told } from './history.ts'
import type { FaultName } from './wire.ts'
import { iso, type On, ofDates, onAir, withSingleCancels } from './wishKit.ts'
import { PROJECT } from './world.ts'

const MINUTE = 60_000

/** Whose request arrives late; twice: two of the user's. */
export type First = 'workflow' | 'hand' | 'twice'

/** How often a reading fails in a series with failing readings. */
const FAILS = 0.15

/** What befalls one series. */
function chancesOf(seed: number, isFailing: boolean) {
  const random = seeded(seed)
  const readings = seeded(seed + 1)
  const below = (most: number) => Math.floor(random() * most)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const isKilled = random() < 0.2
  return {
    ...{ below, pick, isKilled, isFailing },
    readFault: (): FaultName | undefined =>
      isFailing && readings() < FAILS
        ? (['cutBefore', 'slow', 'limited', 'hang'] as const)[Math.floor(readings() * 4)]
        : undefined,
    lateMs: 4_000 + below(22_000),
    /** One write after the first request is refused: which one. */
    refused: random() < 0.4 ? 1 + below(5) : null,
    killAt: isKilled ? 500 + below(20_000) : null,
    /** The times of two to six requests, in ms after the one before. */
    pauses: Array.from({ length: 2 + below(5) }, () => 700 + below(random() < 0.75 ? 2_500 : 8_000)),
  }
}
type Chances = ReturnType<typeof chancesOf>

/** The first request of `operation` after `skip` others arrives late, and a later write may be refused. */
function befall(
  on: On,
  { lateMs, refused, readFault }: Chances,
  { operation, skip, again = null }: { operation: string; skip: number; again?: number | null },
): void {
  on.wire.lateMs = lateMs
  let [before, writes, isLate] = [0, 0, false]
  on.wire.faultAt = (_, name) => {
    if (/^(get|list|verify)/.test(name)) return readFault()
    if (isLate) {
      writes += 1
      if (writes === again) return 'late'
      return writes === refused ? 'refused' : undefined
    }
    if (name === operation) before += 1
    isLate = name === operation && before > skip
    return isLate ? 'late' : undefined
  }
}

/** Makes the requests at their times, but for the moments in which no process runs. */
async function requests(on: On, { pauses, killAt, isFailing }: Chances, act: () => void): Promise<void> {
  if (killAt !== null) on.later(killAt, () => on.kill())
  for (const pause of pauses) {
    await on.wait(pause)
    if (on.process().isReady()) act()
  }
  await on.wait(4 * MINUTE)
  // What waits for a reading gets one.
  if (!isFailing) return
  on.befalls('')
  await on.wait(2 * MINUTE)
}

/** What was sent and what was told, for whoever looks for the cause. */
const storyOf = ({ told, wire }: On): string[] => [
  ...wire.log
    .filter(({ operation }) => !/^(get|list|verify)/.test(operation))
    .map(({ at, operation, body, ok, fault }) => `${at} ${operation} ${JSON.stringify(body)} ${fault ?? ok}`),
  ...told.map(({ now, source, operation, outcome }) => `${now} ${source} ${operation}: ${JSON.stringify(outcome)}`),
]

const isDone = ({ outcome }: Told, operation: string) =>
  outcome.result === 'done' && outcome.done.what === 'edited' && outcome.done.operation === operation

/** The dates that a refused move has put back, as it reports. */
function backIn({ outcome }: Told): number[] | undefined {
  if (outcome.result !== 'refused' || outcome.refusal.reason !== 'edit') return undefined
  return (outcome.refusal.detail as { back?: number[] } | undefined)?.back
}

/** @returns the broken promises about the dates of a project */
export async function datesAfter(seed: number, first: First = 'workflow', isFailing = false): Promise<string[]> {
  const chances = chancesOf(seed, isFailing)
  const { pick, below } = chances
  const problems: string[] = []
  let minutes = 900
  await ofDates(async (on) => {
    const start = on.clock.now()
    const at = (...list: number[]) => list.map((one) => start + one * MINUTE)
    if (below(2) === 0) on.world.dates.splice(1)
    withSingleCancels(on)
    const operation = pick(['cancelSchedules', 'scheduleLive'] as const)
    befall(on, chances, { operation, skip: 0, again: first === 'twice' ? 1 + below(3) : null })
    if (first !== 'workflow' && operation === 'scheduleLive') on.world.dates.splice(0)
    let wanted = new Set(on.dates())
    /** The requests pressed after the move. */
    let pressed = 0
    const before = on.told.length
    /** What is left once the user has cancelled this date: whoever cancels one sees which others exist. */
    const leaves = new Map<string, number[]>()
    const to = at(...pick([[180], [180, 300], [120, 300]]))
    if (first === 'workflow') on.move(to)
    else on.edit(operation, operation === 'scheduleLive' ? { dates: iso(to) } : {})
    // Of a lost request of the user's nobody knows yet whether it counts.
    if (first !== 'workflow') wanted = new Set(operation === 'scheduleLive' ? to : [])
    await requests(on, chances, () => {
      pressed += 1
      minutes += 60
      const next = at(minutes)
      const [date] = on.world.dates.length > 0 ? [pick(on.world.dates)] : []
      const acts: Record<string, () => void> = {
        all: () => on.edit('cancelSchedules'),
        one() {
          if (!date) {
            pressed -= 1
            return
          }
          leaves.set(
            date.id,
            on.dates().filter((one) => one !== date.at),
          )
          on.edit('cancelSchedule', { liveId: date.id })
        },
        schedule: () => on.edit('scheduleLive', { dates: iso(next) }),
        move: () => on.move(next),
      }
      acts[pick(['all', 'all', 'one', 'one', 'schedule', 'schedule', 'move', 'move'])]?.()
    })
    // Whether a request in flight at a kill, or one lost after another, was carried out is not known: the user decides.
    if (
      (chances.isKilled || first === 'twice' || isFailing) &&
      on.open().some(({ waits }) => waits?.for === 'person')
    ) {
      on.befalls('')
      on.edit('cancelSchedules')
      return on.wait(MINUTE)
    }
    const known = on.told.slice(before).filter(({ source }) => source !== 'core').length > pressed
    let isCancelled = false
    /** Whether the last request counts is unknown: its response was lost. */
    let isUnsure = false
    let lostCancels = 0
    for (const told of on.told.slice(before)) {
      const setsAll = ['cancelSchedules', 'scheduleLive', 'moveSchedule'].some((one) => isDone(told, one))
      // A second cancel of all dates that was lost is not told from the first.
      if (told.operation === 'cancelSchedules' && told.outcome.result === 'unknown') lostCancels += 1
      const isFirst = first === 'hand' && told === on.told[before]
      if (told.source !== 'core' && !isFirst)
        isUnsure = lostCancels > 1 || told.outcome.result === 'unknown' || (isUnsure && !setsAll)
      const { dates } = told.input as { dates?: string[] }
      if (isDone(told, 'cancelSchedules')) wanted = new Set()
      // Once all are cancelled, what a late request brings is cancelled as well.
      if (isDone(told, 'cancelSchedule') && wanted.size > 0) wanted = new Set(leaves.get(String(told.input.liveId)))
      if (isDone(told, 'scheduleLive')) wanted = new Set(dates?.map((one) => Date.parse(one)))
      if (isDone(told, 'moveSchedule')) {
        const { answer } = (told.outcome as { done: { answer: { dates: number[] } } }).done
        wanted = new Set(answer.dates)
        if (isCancelled && told.source === 'core' && known)
          problems.push('a move is reported as done after all was cancelled')
      }
      const back = backIn(told)
      if (back) wanted = new Set(back)
      isCancelled = isDone(told, 'cancelSchedules') || (isCancelled && told.operation !== 'moveSchedule')
    }
    const said = on.said().join('\n')
    const isNamed = (date: number) => said.includes(`${dayOf(date)}, ${timeOfDay(date, false)}`)
    for (const date of on.dates())
      if (known && !isUnsure && !wanted.has(date) && !isNamed(date))
        problems.push(`stands, not wanted, not named: ${iso([date])}`)
    for (const date of wanted)
      if (known && !isUnsure && date > on.clock.now() && !on.dates().includes(date) && !isNamed(date))
        problems.push(`wanted, gone, not named: ${iso([date])}`)
    if (!chances.isKilled && !known) problems.push('a request was never told of')
    if (problems.length > 0) problems.push(...storyOf(on))
  })
  return problems
}

/** @returns the broken promises about what viewers see of a project on air */
export async function airAfter(seed: number, first: First = 'workflow', isFailing = false): Promise<string[]> {
  const chances = chancesOf(seed, isFailing)
  const { pick, below } = chances
  const problems: string[] = []
  let scenes = 0
  await onAir(async (on) => {
    const late = {
      workflow: ['updateProject 0', 'updateProject 1', 'syncLive 0', 'createScene 0'],
      hand: ['updateProject 0', 'syncLive 0'],
      twice: ['updateProject 0', 'syncLive 0'],
    }
    const [operation = '', nth] = pick(late[first]).split(' ')
    const skip = Number(nth)
    befall(on, chances, { operation, skip, again: first === 'twice' ? 1 + below(3) : null })
    /** The user's switches that were answered, and whether a quiet edit was begun since. */
    let byHand: { on: boolean; isLast: boolean } | null = null
    let isUnsure = false
    const sights: { at: number; aired: string[]; isHidden: boolean }[] = []
    const { push } = on.world
    on.world.push = () => {
      sights.push({
        at: on.clock.now(),
        aired: [...on.world.unsynced],
        isHidden: byHand?.on === false && byHand.isLast,
      })
      push()
    }
    const switches = (to: boolean) => {
      const press = { type: 'setAutoSync', on: to, projectId: PROJECT, liveId: on.world.live?.liveId ?? '' } as const
      void on
        .process()
        .press(randomUUID(), press, 'panel')
        .then(({ result }) => {
          if (result === 'done') byHand = { on: to, isLast: true }
          if (result !== 'unknown') return
          // Whether it counts is unknown.
          byHand = null
          isUnsure = true
        })
    }
    let isSwitched = false
    if (first === 'workflow') on.quiet(...['Three', 'Four'].slice(0, 1 + below(2)))
    else if (operation === 'syncLive') {
      on.world.autoSync = false
      on.sync()
    } else {
      on.world.autoSync = below(2) === 0
      switches(!on.world.autoSync)
      isSwitched = true
    }
    let synced = 0
    await requests(on, chances, () => {
      const acts: Record<string, () => void> = {
        off: () => switches(false),
        on: () => switches(true),
        add: () => on.edit('createScene', { name: `Hidden ${++scenes}` }),
        sync() {
          synced += 1
          on.sync()
        },
        quiet() {
          if (byHand) byHand.isLast = false
          on.quiet(`Next ${++scenes}`)
        },
      }
      acts[pick(['off', 'off', 'on', 'add', 'add', 'sync', 'quiet'])]?.()
    })
    // Whatever waits for its user is ended.
    if (on.open().some(({ waits }) => waits?.for === 'person')) {
      on.befalls('')
      on.quiet()
      byHand = null
      await on.wait(MINUTE)
    }
    const said = on.said().join('\n')
    const { autoSync } = on.world
    const hand = byHand as { on: boolean; isLast: boolean } | null
    if (hand?.isLast && !chances.isKilled && autoSync !== hand.on && !said.includes('Switch it off.'))
      problems.push(`auto-sync was switched ${hand.on ? 'on' : 'off'} last, and is not`)
    isUnsure ||= chances.refused !== null || chances.isKilled
    if (first === 'workflow' && !hand && !autoSync && !isUnsure)
      problems.push('auto-sync stays off, and nobody switched it')
    const syncedLate = on.wire.log.find(({ fault, operation: name }) => fault === 'late' && name === 'syncLive')
    /** Whoever made it was told at once. */
    const toldOnAir = (what: string) => said.includes(`${what.replace('scene ', 'Scene created: ')}. On air.`)
    const hidden = sights.some(
      ({ at, aired, isHidden }) =>
        (at === syncedLate?.at || isSwitched) &&
        isHidden &&
        aired.some((what) => what.includes('Hidden') && !toldOnAir(what)),
    )
    if (hidden && synced === 0 && !autoSync && !chances.isKilled && !/(arrived|came) late/.test(said))
      problems.push('what a late request showed is not named')
    for (const { outcome, aired } of on.told) {
      const about = outcome.result === 'done' && 'about' in outcome.done ? String(outcome.done.about) : ''
      if (/at once/.test(about) && !/not all at once/.test(about) && !aired.some((one) => /Three|Next/.test(one)))
        problems.push('reported as seen, and it is not')
    }
    if (problems.length > 0) problems.push(...storyOf(on))
  })
  return problems
}
