/** A service, all senders, and one life of Cuelight after the other, all on one clock that the test moves. */
import { join } from 'node:path'
import { PATIENCE_MS } from '../../build/suite/patience.ts'
import type { AppState } from '../../shared/state.ts'
import { type IndependentServer, startIndependentServer } from '../fakes/independent/server.ts'
import { breathe, VirtualClock } from '../fakes/virtualClock.ts'
import { createChance, createStory, kindsOf, serviceBy } from './chance.ts'
import { Claims } from './claims.ts'
import { createDesk } from './desk.ts'
import { type Came, cameFor } from './evidence.ts'
import { type Life, startLife } from './life.ts'
import { createKiller, createMishaps, type Moment } from './mishaps.ts'
import { actElsewhere, createPeople, type Elsewhere } from './people.ts'
import { createBudgetWatch, createReadings } from './readings.ts'
import { createLastPut, Sights, truthOf } from './sight.ts'
import { createStopWatch } from './stops.ts'
import { MAY_SEND, said, Umpire, type Violation, type ViolationKind } from './umpire.ts'
import type { Wire, WireWatch } from './wire.ts'

export type House = Awaited<ReturnType<typeof openHouse>>

/** Turns of the event loop without anything in flight, after which time may move on: promises need a few. */
const CALM_TURNS = 3
/** Enough turns for the messages of a flood that come at one moment. */
const FLOOD_TURNS = 100
/** Ms of continuous computing that mean that something hangs: disks and sockets are never this slow. */
const LONGEST_MS = PATIENCE_MS

/** @param root a directory for this show; each life has one in it */
export async function openHouse(seed: number, root: string) {
  const clock = new VirtualClock()
  const chance = createChance(seed)
  /** For the lives only: what they send must not influence what people do. */
  const lifeChance = createChance(seed + 1_000_000)
  const story = createStory(clock.monotonic)
  const violations: Violation[] = []
  const lives: Life[] = []
  let life: Life | null = null
  let onDeath = () => {}
  let onRest = () => {}
  /** When many commands came at once, and some time after; monotonic ms. */
  const bursts: { from: number; until: number }[] = []
  /** When our clock was set; monotonic ms. */
  const jumps: number[] = []
  /** Number of strikes of the kinds beside the mishaps. */
  let hits = 0
  /** Messages of floods: how many were sent, and processed. */
  const floods = new Set<{ sent: number; taken: number }>()

  const report = (kind: ViolationKind, about: string) => {
    violations.push({ kind, about })
    story.tell(`!! ${kind}: ${about}`)
  }
  const killer = createKiller(die)
  const desk = createDesk({
    now: clock.monotonic,
    life: () => life,
    telling: () => killer.telling(),
    told(ask, outcome, before) {
      story.tell(`${ask.key} told ${brief(outcome)}`)
      umpire.told(ask, outcome, before)
      budget.told(ask, outcome)
      if (ask.command.type in MAY_SEND) for (const [projectId] of sights.all()) sights.told(projectId)
      people.heard(ask, outcome)
    },
    asked(ask) {
      story.tell(`${said(ask)} ${JSON.stringify({ ...ask.command, type: undefined })}`)
      umpire.asked(ask)
    },
    failed: (ask, error) => report('own', `${said(ask)} was rejected: ${error}`),
  })
  const umpire = new Umpire({
    ...{ now: clock.monotonic, desk: () => desk, life: () => life, report },
    isGone: (projectId) => !truthOf(server, projectId),
  })
  const service = serviceBy(chance, clock)
  const server: IndependentServer = await startIndependentServer({
    ...service,
    latencyMs(record) {
      if (record.method !== 'GET') story.tell(`   service: ${record.path} ${record.result}`)
      killer.executed(record.method)
      return mishaps.latencyMs()
    },
  })
  const mishaps = createMishaps(server, clock, chance, story)
  const people = createPeople({ clock, chance, desk, server, shown, elsewhere })
  const sights = new Sights(server)
  const readings = createReadings(clock.monotonic)
  const budget = createBudgetWatch({ server, now: clock.monotonic, report })
  const stops = createStopWatch({ desk: () => desk, readings, now: clock.monotonic, report })
  const claims = new Claims({
    ...{ server, sights, report, now: clock.monotonic, wall: clock.now, life: () => life },
    isBurst: () => bursts.some(({ from, until }) => clock.monotonic() >= from && clock.monotonic() < until),
    tellsAir: service.airFields === true && service.shape !== 'minimal',
  })
  const lastPut = createLastPut(server, () => shown()?.targetId ?? null)
  const watch: WireWatch = {
    about(wire) {
      umpire.about(wire)
      killer.about(wire)
    },
    sent(wire) {
      sights.sent(wire)
      budget.sent(wire)
      stops.sent(wire)
      readings.sent(wire)
      killer.sent(wire)
    },
    answered(wire, status, text) {
      const came = cameFor(wire, status, text)
      if (status < 300) lastPut.answered(wire)
      if (status === 429) budget.limited()
      budget.ended(wire)
      sights.ended(wire, came.readable)
      readings.ended(wire, came.readable, status === 429)
      if (came.readable) claims.heard(wire, came)
      umpire.answered(wire, came)
      tellReading(wire, came)
      killer.answered(wire)
    },
    lost(wire) {
      story.tell(`   ${wire.operation} of ${wire.key ?? 'the feed'}: no answer`)
      sights.ended(wire, false)
      readings.ended(wire, false)
      budget.ended(wire)
      umpire.lost(wire)
    },
  }

  function tellReading({ operation, projectId }: Wire, { status, body }: Came): void {
    if (operation === 'live') story.tell(`   live read: ${status} ${body?.status ?? ''} ${body?.liveId ?? ''}`)
    else if (status >= 300 || operation === 'scenes' || operation === 'project')
      story.tell(`   ${operation} read of ${projectId}: ${status}`)
  }

  function elsewhere(name: Elsewhere, projectId: string, more = ''): void {
    if (!truthOf(server, projectId)) return
    story.tell(`-- another hand: ${name} ${projectId} ${more}`)
    sights.byHand(projectId, () => actElsewhere(server.control, name, projectId, more))
  }

  function shown(): AppState | null {
    return lives.at(-1)?.core.store.get() ?? null
  }

  function start(): void {
    const number = lives.length + 1
    story.tell(`== life ${number} starts`)
    life = startLife({ number, dir: join(root, `${number}`), clock, server, random: lifeChance.random, watch })
    lives.push(life)
    desk.linkStands()
  }

  function die(moment: Moment): void {
    if (!life) return
    story.tell(`== life ${life.number} is killed (${moment})`)
    life.kill(join(root, `${life.number + 1}`))
    umpire.died(life.number)
    budget.died(life.number, moment === 'beforeWire')
    sights.died(life.number)
    desk.linkLost()
    collectLog(life)
    life = null
    onDeath()
  }

  function collectLog({ log }: Life): void {
    for (const line of log.splice(0)) report('own', line)
  }

  /** Everything sent has arrived and now waits for time to pass, and files are written. */
  function isCalm(): boolean {
    if (mishaps.isSwitching()) return false
    return (life?.open() ?? 0) === server.underWay() && (life?.writing() ?? 0) === 0
  }

  async function calm(): Promise<void> {
    // Measured in CPU time of this process, which contains everything of a show: on a busy machine a turn takes
    // seconds.
    const began = process.cpuUsage()
    const spentMs = () => {
      const { user, system } = process.cpuUsage(began)
      return (user + system) / 1_000
    }
    // One message per turn of the event loop; a delayed one waits for time to move on.
    for (let turns = 0; turns < FLOOD_TURNS && [...floods].some(({ sent, taken }) => taken < sent); turns += 1)
      await breathe()
    for (let calmTurns = 0; calmTurns < CALM_TURNS; ) {
      await breathe()
      if (spentMs() > LONGEST_MS)
        throw new Error(`it never came to rest: ${life?.open()} open, ${server.underWay()} at the service`)
      calmTurns = isCalm() ? calmTurns + 1 : 0
    }
    sights.look()
    lastPut.look()
    umpire.look()
    claims.look()
    if (life)
      killer.look(Object.values(life.core.store.get().projects).some((one) => one.pending?.phase === 'checking'))
    if (life) collectLog(life)
  }

  return {
    /** The kind of service. */
    service,
    /** The kinds of trouble that the show meets. */
    kinds: kindsOf(seed),
    ...{ sights, claims, readings, bursts, jumps, floods, elsewhere },
    hit(): void {
      hits += 1
    },
    faults: () => hits + mishaps.count(),
    /** Sets what else ends when the faults do. */
    whenResting(end: () => void): void {
      onRest = end
    },
    rest(): void {
      onRest()
    },
    ...{ clock, chance, story, violations, report, desk, umpire, killer, mishaps, people, server, shown, start },
    life: () => life,
    lives: lives as readonly Life[],
    lastPut: lastPut.sceneId,
    /** Sets what happens after a death. */
    whenDead(next: () => void): void {
      onDeath = next
    },
    calm,
    /** Moves time on from one timer to the next, and lets everything happen that results from each. */
    async pass(ms: number): Promise<void> {
      // In whole ms: fractions would be lost in rounding, and time would stand still.
      for (let left = ms; left > 0; ) {
        const step = Math.min(left, Math.max(1, Math.ceil(clock.next ?? left)))
        clock.advance(step)
        left -= step
        await calm()
      }
    },
    async close(): Promise<void> {
      for (const one of lives) await one.close()
      await server.close()
    },
  }
}

function brief(outcome: object): string {
  return JSON.stringify(outcome).slice(0, 160)
}
