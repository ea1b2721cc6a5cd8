/** A service, everybody who asks, and one life of Cuelight after the other, all on one clock moved by hand. */
import { join } from 'node:path'
import type { AppState } from '../../shared/state.ts'
import { type IndependentServer, startIndependentServer } from '../fakes/independent/server.ts'
import { breathe, VirtualClock } from '../fakes/virtualClock.ts'
import { createChance } from './chance.ts'
import { createDesk } from './desk.ts'
import { Killer, type Moment } from './kills.ts'
import { createLastPut } from './lastPut.ts'
import { type Life, startLife } from './life.ts'
import { createMishaps } from './mishaps.ts'
import { createPeople } from './people.ts'
import { serviceBy } from './serviceBy.ts'
import { createStory } from './story.ts'
import { said, Umpire, type Violation, type ViolationKind } from './umpire.ts'
import type { Wire, WireWatch } from './wire.ts'

export type House = Awaited<ReturnType<typeof openHouse>>

/** Turns of the event loop without anything on its way, after which time may move on: promises need a few. */
const CALM_TURNS = 3
/** Real ms without rest that mean that something hangs: disks and sockets are never this slow. */
const LONGEST_MS = 20_000

/** @param root a directory of its own; each life has one in it */
export async function openHouse(seed: number, root: string) {
  const clock = new VirtualClock()
  const chance = createChance(seed)
  /** The lives' own: what is sent must not decide what people do. */
  const lifeChance = createChance(seed + 1_000_000)
  const story = createStory(clock.monotonic)
  const violations: Violation[] = []
  const lives: Life[] = []
  let life: Life | null = null
  let onDeath = () => {}

  const report = (kind: ViolationKind, about: string) => {
    violations.push({ kind, about })
    story.tell(`!! ${kind}: ${about}`)
  }
  const killer = new Killer(die)
  const desk = createDesk({
    now: clock.monotonic,
    life: () => life,
    telling: () => killer.telling(),
    told(ask, outcome, before) {
      story.tell(`${ask.key} told ${brief(outcome)}`)
      umpire.told(ask, outcome, before)
      people.heard(ask, outcome)
    },
    asked(ask) {
      story.tell(`${said(ask)} ${JSON.stringify({ ...ask.command, type: undefined })}`)
      umpire.asked(ask)
    },
    failed: (ask, error) => report('own', `${said(ask)} was rejected: ${error}`),
  })
  const umpire = new Umpire({ now: clock.monotonic, desk: () => desk, life: () => life, report })
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
  const people = createPeople({ clock, chance, desk, server, story, shown })
  const lastPut = createLastPut(server, () => shown()?.targetId ?? null)
  const watch: WireWatch = {
    about(wire) {
      umpire.about(wire)
      killer.about(wire)
    },
    sent: (wire) => killer.sent(wire),
    answered(wire, status, text) {
      if (status < 300) lastPut.answered(wire)
      umpire.answered(wire, status, text)
      tellReading(wire, status, text)
      killer.answered(wire)
    },
    lost(wire) {
      story.tell(`   ${wire.operation} of ${wire.key ?? 'the feed'}: no answer`)
      umpire.lost(wire)
    },
  }

  function tellReading({ operation }: Wire, status: number, text: string): void {
    if (operation !== 'live') return
    const { liveId, status: now } =
      status === 200 && text.startsWith('{"') ? safely(text) : { liveId: '', status: '' }
    story.tell(`   live read: ${status} ${now} ${liveId ?? ''}`)
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
    desk.linkLost()
    collectLog(life)
    life = null
    onDeath()
  }

  function collectLog({ log }: Life): void {
    for (const line of log.splice(0)) report('own', line)
  }

  /** Everything that was sent has arrived where it waits for time, and files are written. */
  function isCalm(): boolean {
    if (mishaps.isSwitching()) return false
    return (life?.open() ?? 0) === server.underWay() && (life?.writing() ?? 0) === 0
  }

  async function calm(): Promise<void> {
    const giveUp = performance.now() + LONGEST_MS
    for (let calmTurns = 0; calmTurns < CALM_TURNS; ) {
      await breathe()
      if (performance.now() > giveUp)
        throw new Error(`it never came to rest: ${life?.open()} open, ${server.underWay()} at the service`)
      calmTurns = isCalm() ? calmTurns + 1 : 0
    }
    lastPut.look()
    umpire.look()
    if (life)
      killer.look(Object.values(life.core.store.get().projects).some((one) => one.pending?.phase === 'checking'))
    if (life) collectLog(life)
  }

  return {
    /** What kind of service it is. */
    service,
    ...{ clock, chance, story, violations, report, desk, umpire, killer, mishaps, people, server, shown, start },
    life: () => life,
    /** Our machine's wall time at a monotonic time. */
    wallAt: (monotonic: number) => clock.now() - (clock.monotonic() - monotonic),
    lives: lives as readonly Life[],
    lastPut: lastPut.sceneId,
    /** Who decides what comes after a death. */
    whenDead(next: () => void): void {
      onDeath = next
    },
    calm,
    /** Moves time on from one timer to the next, and lets everything happen that comes of each. */
    async pass(ms: number): Promise<void> {
      // In whole ms: less would get lost in rounding, and time would stand still.
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

function safely(text: string): { status?: string; liveId?: string } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function brief(outcome: object): string {
  return JSON.stringify(outcome).slice(0, 160)
}
