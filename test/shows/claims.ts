/**
 * Never a false claim of what is on air. Whenever the tally says that something or nothing runs, and whenever a scene
 * is said to be on air, that is true; a change by another client may be missing until it has been read, and no
 * longer.
 */
import type { AppState, ProjectState } from '../../shared/state.ts'
import { type Tally, tallyOf } from '../../shared/tally.ts'
import type { Truth } from '../fakes/independent/control.ts'
import type { IndependentServer } from '../fakes/independent/server.ts'
import type { Came } from './evidence.ts'
import type { Life } from './life.ts'
import type { Read, Sight, Sights } from './sight.ts'
import type { ViolationKind } from './umpire.ts'
import type { Wire } from './wire.ts'

export interface ClaimsOptions {
  server: IndependentServer
  sights: Sights
  /** Monotonic and wall ms. */
  now: () => number
  wall: () => number
  life: () => Life | null
  /** Whether many commands have just come at once. */
  isBurst: () => boolean
  /** Whether the service itself reports the scene on air. */
  tellsAir: boolean
  report: (kind: ViolationKind, about: string) => void
}

/** Nothing may be claimed for longer than three missed readings, in ms, plus some time for the way. */
const FRESH_MS = { running: 16_000, off: 181_000 }
/** A reading that a command made doubtful may be discarded, but not the one after it. */
const MOST_READINGS = 2

export class Claims {
  readonly #options: ClaimsOptions
  /** The most readings it took to show that a broadcast began or ended: ever, and just after a burst of commands. */
  readonly shownAfter = { ever: 0, burst: 0 }
  /** The current errors, each reported once. */
  #wrong = new Set<string>()
  /** When a response of any kind last carried the live status of a project. Monotonic ms. */
  readonly #heardAt = new Map<string, number>()
  /** The claim about the scene when a reading showed that someone else had switched it. */
  #moved: { projectId: string; at: number | null } | null = null

  constructor(options: ClaimsOptions) {
    this.#options = options
  }

  /** A readable response has come in, and has not been processed yet. */
  heard({ operation, projectId }: Wire, { body, status }: Came): void {
    if (projectId === null) return
    if (operation === 'live' || operation === 'start' || operation === 'stop')
      this.#heardAt.set(projectId, this.#options.now())
    if (operation !== 'scenes' || status >= 300) return
    const project = this.#state()?.projects[projectId]
    const read = this.#options.sights.of(projectId)?.scenes.at(-1)
    const active = project?.scenes?.find((one) => one.isActive)?.id
    if (read?.overlapped || active === undefined || activeIn(body) === active) return
    this.#moved = { projectId, at: project?.air.at ?? null }
  }

  /** Must be called when everything in flight has arrived. */
  look(): void {
    const state = this.#state()
    const life = this.#options.life()
    const found = new Set<string>()
    if (state && life)
      for (const [projectId, sight] of this.#options.sights.all()) {
        const project = state.projects[projectId]
        if (!project) continue
        for (const [kind, about] of this.#judge(state, project, sight, life.number)) {
          const key = `${kind} ${projectId}`
          found.add(key)
          if (!this.#wrong.has(key)) this.#options.report(kind, about)
        }
      }
    this.#wrong = found
    this.#moved = null
  }

  *#judge(state: AppState, project: ProjectState, sight: Sight, life: number): Generator<[ViolationKind, string]> {
    const tally = tallyOf(state, project, this.#options.wall())
    const claimsRun = tally === 'live' || tally === 'unsynced' || tally === 'preparing'
    if (!claimsRun && tally !== 'off') return
    const age = this.#options.now() - (this.#heardAt.get(project.id) ?? 0)
    if (age > FRESH_MS[claimsRun ? 'running' : 'off'])
      yield ['stale', `says ${tally}, and nothing was heard for ${Math.round(age / 1000)} s`]
    const run = falseRun(project, tally, sight, life)
    if (run) this.#note(run.readings)
    if (run?.isProven) yield ['tally', run.about]
    if (run) return
    const how = falseTally(tally, sight, life)
    if (how) yield ['tally', how]
    const air = tally === 'off' ? null : this.#falseAir(project, sight, life)
    if (air) yield ['claim', air]
  }

  /** Showing the truth takes at least one reading more than came so far. */
  #note(readings: number): void {
    const { shownAfter } = this
    shownAfter.ever = Math.max(shownAfter.ever, readings + 1)
    if (this.#options.isBurst()) shownAfter.burst = Math.max(shownAfter.burst, readings + 1)
  }

  #falseAir({ id, air, live }: ProjectState, sight: Sight, life: number): string | null {
    const { truth, aired, airedBy } = sight
    if (!truth?.liveId || air.basis === 'notKnown' || air.sceneId === truth.onAirSceneId) return null
    if (live?.liveId !== truth.liveId || airedBy?.ended === null) return null
    const wrong = `claims ${air.sceneId} (${air.basis}) on air, and it is ${truth.onAirSceneId}`
    const since = Math.max(aired, sight.put)
    if (this.#options.tellsAir && sight.live.some((one) => isClean(one, life) && one.sent > since))
      return `${wrong}: a reading said so`
    if (airedBy) return ownDoing(sight, wrong, life)
    // What the service itself reported is valid until its next reading.
    if (air.basis === 'service') return null
    return this.#moved?.projectId === id && this.#moved.at === air.at
      ? `${wrong}: the scenes were read to have moved`
      : null
  }

  #state(): AppState | undefined {
    return this.#options.life()?.core.store.get()
  }
}

/**
 * What our own change put on air is known at once, or is unknown, unless someone else had made a change that we have
 * not read.
 */
function ownDoing({ airedBy: put, hand, scenes }: Sight, wrong: string, life: number): string | null {
  if (!put?.ended) return null
  const { operation } = put.wire
  if (!put.answered && (operation !== 'activate' || !put.unread)) return `${wrong}: by a ${operation} that was lost`
  if (!put.unread && hand < put.sent) return `${wrong}: by a ${operation} of ours`
  const isRead = scenes.some((one) => isClean(one, life) && one.sent > (put.ended ?? 0))
  return isRead && hand < put.sent ? `${wrong}: by a ${operation} of ours, and the scenes were read since` : null
}

/** The claimed broadcast is not the running one; with the number of readings that showed it. */
function falseRun({ live }: ProjectState, tally: Tally, sight: Sight, life: number) {
  const [claimed, runs] = [tally === 'off' ? null : (live?.liveId ?? null), sight.truth?.liveId ?? null]
  if (claimed === runs || sight.puts.some((one) => one.ended === null && isAir(one.wire))) return null
  const since = Math.max(sight.ran, sight.putAir)
  const read = sight.live.filter((one) => one.life === life && one.sent > since && !one.overlappedByAir)
  const about = `says ${tally} ${claimed}, it is ${runs}, and ${read.length} readings said so`
  // That a project does not exist is believed after the second response that says so.
  const isProven = read.length >= MOST_READINGS || (sight.truth !== null && read.some((one) => !one.overlapped))
  return { about, readings: read.length, isProven }
}

/** The right broadcast is named, but its state is wrong. */
function falseTally(tally: Tally, sight: Sight, life: number): string | null {
  const { truth } = sight
  if (!truth || sight.puts.some((one) => one.ended === null)) return null
  const so = tallyOfTruth(truth)
  const since = Math.max(sight.told, sight.put)
  const isRead = sight.live.some((one) => isClean(one, life) && one.sent > since)
  return tally !== so && isRead ? `says ${tally}, it is ${so}, and a reading said so` : null
}

const isAir = ({ operation }: Wire) => operation === 'start' || operation === 'stop'
const isClean = (read: Read, life: number) => read.life === life && !read.overlapped

/** The tally that matches the truth. */
export function tallyOfTruth({ status, unsyncedEdits }: Truth): Tally {
  if (status === 'LIVE') return unsyncedEdits > 0 ? 'unsynced' : 'live'
  return status === 'PREPARING' ? 'preparing' : 'off'
}

function activeIn(body: Came['body']): string | undefined {
  const scenes = body?.scenes as { id: string; isActive: boolean }[] | undefined
  return scenes?.find((one) => one.isActive)?.id
}
